import { stripEmpty, type Screen } from '#src/definition'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { counted } from '#src/widgets/counted.ts'
import { RecordGrid } from '#src/widgets/grid/record-grid.tsx'
import { useRecordStream } from '#src/widgets/grid/use-record-stream.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { CriteriaBar } from './criteria-bar.tsx'
import { useDrill, useFigureHref } from './drill.ts'
import { readCriteria } from './result-criteria.ts'
import { RunProblem } from './run-problem.tsx'

/** The -sf result: all its rows in the browser, grouped as the definition says. */
export function ResultGrid({ screen }: { readonly screen: Screen }) {
  const result = screen.result!
  const [parameters] = useSearchParams()
  const criteria = useMemo(() => readCriteria(parameters, result.parameters), [parameters, result.parameters])
  const request = useMemo(
    () => ({
      path: screen.endpoint ?? screen.name,
      method: 'POST' as const,
      json: { ...stripEmpty(criteria), page: 1, limit: 0 },
    }),
    [screen, criteria],
  )
  const stream = useRecordStream(request)
  const drill = useDrill(screen, criteria)
  const figureHref = useFigureHref(screen, criteria)
  const locale = userLocale()
  const back = `${result.criteria}?${parameters.toString()}`
  const change = (
    <Link to={back} className={buttonClass()}>
      Change the criteria
    </Link>
  )
  return (
    <div data-result="" className="flex min-h-0 flex-1 flex-col gap-3">
      <PageHeader
        title={screen.plural}
        count={
          stream.state === 'complete'
            ? counted(stream.rows.length, ['row', 'rows'], locale)
            : stream.state === 'reading' && stream.rows.length > 0
              ? `${new Intl.NumberFormat(locale).format(stream.rows.length)} read so far`
              : undefined
        }
        actions={
          <Link to={`${result.path}?${parameters.toString()}`} className={buttonClass()}>
            Figures and chart
          </Link>
        }
      />
      {result.query && result.parameters.length === 0 ? null : (
        <CriteriaBar criteria={criteria} fields={result.parameters} locale={locale} href={back} />
      )}
      <RecordGrid
        label={screen.plural}
        fields={screen.fields}
        columns={result.columns}
        totals={result.totals}
        ratios={result.ratios}
        stream={stream}
        locale={locale}
        emptyText={screen.messages.empty}
        emptyActions={change}
        group={result.group}
        rowHref={drill}
        figureHref={figureHref}
        problem={(error, retry) => <RunProblem error={error} change={change} onAgain={retry} onJoin={retry} />}
      />
    </div>
  )
}
