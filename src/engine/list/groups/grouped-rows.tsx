import type { ReactNode } from 'react'
import { useEffect, useMemo } from 'react'
import type { ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { ListNotice } from '../list-notice.tsx'
import { ListFailure } from '../list-failure.tsx'
import { Pager } from '../pager.tsx'
import { Button } from '#src/ui/button.tsx'
import type { ListModel } from '../use-list-page.ts'
import { GroupedCards } from './grouped-cards.tsx'
import { GroupedTable } from './grouped-table.tsx'
import type { GroupLine } from './group-lines.ts'
import { useGroups } from './use-groups.ts'

interface GroupedRowsProps {
  readonly model: ListModel
  readonly narrow: boolean
  readonly readOnly: boolean
  readonly widths: ColumnWidths
  readonly onWidths: (widths: ColumnWidths) => void
  readonly onSort: (field: string, add: boolean) => void
  readonly empty: ReactNode
}

const isFolded = (line: GroupLine): boolean => line.kind === 'group' && !line.open
const isOpen = (line: GroupLine): boolean => line.kind === 'group' && line.open

/** A list below its groups: a table, or cards on a phone, and the pages of the outermost groups. */
export function GroupedRows({ model: given, narrow, readOnly, empty, ...table }: GroupedRowsProps) {
  const { screen, state, change, setInSight } = given
  const groups = useGroups(screen, given.records.endpoint, state)
  const { top, lines, labels } = groups
  const model = useMemo(() => ({ ...given, context: { ...given.context, labels } }), [given, labels])
  useEffect(
    () => setInSight({ rows: lines.map((line) => (line.kind === 'row' ? line.row : undefined)), labels }),
    [lines, labels, setInSight],
  )
  if (top.error && !top.data)
    return (
      <ListFailure
        error={top.error}
        onRetry={() => void top.refetch()}
        onClear={given.narrowed ? given.clear : undefined}
      />
    )
  return (
    <>
      {narrow ? (
        <GroupedCards model={model} groups={groups} readOnly={readOnly} empty={empty} />
      ) : (
        <GroupedTable model={model} groups={groups} empty={empty} {...table} />
      )}
      <ListNotice
        asked={top}
        what="groups"
        locale={model.locale}
        onStop={groups.stop}
        onAgain={() => void top.refetch()}
      />
      <Pager
        page={state.page}
        limit={state.limit}
        shown={top.data?.groups.length ?? null}
        total={top.data?.total_groups ?? null}
        what="groups"
        estimated={false}
        locale={model.locale}
        onPage={(next) => change((current) => ({ ...current, page: next }))}
        onLimit={(limit) => given.arrange({ limit })}
      >
        {lines.length > 0 && (
          <div className="flex gap-1">
            <Button size="sm" variant="ghost" onClick={groups.openAll} disabled={!lines.some(isFolded)}>
              Open all
            </Button>
            <Button size="sm" variant="ghost" onClick={groups.foldAll} disabled={!lines.some(isOpen)}>
              Fold all
            </Button>
          </div>
        )}
      </Pager>
    </>
  )
}
