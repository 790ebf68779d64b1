import type { Screen } from '#src/definition'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { currencyColumns } from '#src/definition/currencies.ts'
import { printSortKey } from '#src/definition/sort-key.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button } from '#src/ui/button.tsx'
import { TableIcon } from '#src/ui/icons.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { counted } from '#src/widgets/counted.ts'
import { RecordGrid } from '#src/widgets/grid/record-grid.tsx'
import { useRecordStream } from '#src/widgets/grid/use-record-stream.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { setGridMode, viewOf, type Presentation } from './list-presentation.ts'
import { scopeParameters } from './list-state.ts'
import { rowHref } from './row-title.ts'
import { useListState } from './use-list-state.ts'
import { useListViews } from './use-list-views.ts'

interface GridPageProps {
  readonly screen: Screen
  readonly presentation: Presentation
}

/** The -sf display: the whole result in the browser, to be filtered, grouped and crossed without asking the server again. */
export function GridPage({ screen: given, presentation }: GridPageProps) {
  const screen = useMemo(
    () => ({ ...given, list: given.list && viewOf(given.list, presentation) }),
    [given, presentation],
  )
  const navigate = useNavigate()
  const views = useListViews(screen)
  const [state] = useListState(screen, views, presentation.path)
  const locale = userLocale()
  const request = useMemo(
    () => ({
      path: screen.endpoint ?? screen.name,
      query: {
        ...scopeParameters(state),
        limit: '0',
        count: 'none',
        // Amounts are added up by their currencies, whether these are shown or not.
        columns: [...new Set([...state.columns, ...currencyColumns(screen.fields, state.columns)])].join(','),
        sort: state.sort.map(printSortKey).join(','),
      },
    }),
    [screen, state],
  )
  const stream = useRecordStream(request)
  const fields = useMemo(
    () => screen.fields.filter((field) => state.columns.includes(field.name)),
    [screen.fields, state.columns],
  )
  const number = stream.rows.length
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <PageHeader
        title={presentation.title}
        count={
          stream.state === 'failed'
            ? // What came before the failure is no number of anything.
              null
            : stream.state === 'reading'
              ? `${new Intl.NumberFormat(locale).format(number)} read so far`
              : counted(number, [screen.label, screen.plural], locale)
        }
        breadcrumbs={<Breadcrumbs crumbs={[{ label: screen.plural }, { label: presentation.title }]} />}
        actions={
          <Button
            icon={TableIcon}
            onClick={() => {
              setGridMode(false)
              void navigate(presentation.path)
            }}
          >
            Pages
          </Button>
        }
      />
      <RecordGrid
        label={presentation.title}
        fields={fields}
        columns={state.columns}
        totals={screen.list?.totals ?? {}}
        stream={stream}
        locale={locale}
        emptyText={screen.messages.empty}
        rowHref={(row) => rowHref(screen, row)}
      />
    </div>
  )
}
