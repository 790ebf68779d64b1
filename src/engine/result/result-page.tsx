import type { Screen } from '#src/definition'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '#src/data/api-error.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { counted } from '#src/widgets/counted.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { CriteriaBar } from './criteria-bar.tsx'
import { shownChart } from './chart-shown.ts'
import { useDrill } from './drill.ts'
import { ResultActions } from './result-actions.tsx'
import { readCriteria, writeCriteria } from './result-criteria.ts'
import { questionOf } from './result-records.ts'
import { shownColumns } from './shown-columns.ts'
import { ResultView } from './result-view.tsx'
import { useResult } from './use-result.ts'

const loadSaver = () => import('./save-result.tsx')
/** What somebody built has conditions of its own: without questions it is not everything. */
const asksNothing = ({ result }: Screen): boolean => result?.query !== undefined && result.parameters.length === 0

const shownAs = ['sort', 'group', 'chart', 'columns']

/** Figures, chart and table of a result whose criteria stand in the address. */
export function ResultPageView({ screen }: { readonly screen: Screen }) {
  const own = screen.result!
  const [parameters] = useSearchParams()
  const criteria = useMemo(() => readCriteria(parameters, own.parameters), [parameters, own.parameters])
  const question = useMemo(() => questionOf(screen, criteria), [screen, criteria])
  const locale = userLocale()
  const fields = useMemo(() => shownColumns(screen, parameters), [screen, parameters])
  const [saving, setSaving] = useState(false)
  const saver = useModule(saving, loadSaver)
  const drill = useDrill(screen, criteria)
  const asked = writeCriteria(criteria).toString()
  const back = `${own.criteria}?${asked}`
  const result = useResult(question, `${own.path}?${asked}`)
  const total = result.first?.total_record
  const denied = !result.first && result.error instanceof ApiError && result.error.status === 403
  return (
    <div data-result="" className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto print:block print:overflow-visible">
      <PageHeader
        title={screen.plural}
        count={total === undefined ? undefined : counted(total, ['row', 'rows'], locale)}
        actions={
          denied ? undefined : (
            <ResultActions
              requestId={result.requestId}
              question={question}
              fields={fields}
              sort={parameters.get('sort') ?? ''}
              by={parameters.get('group') ?? own.group.join(',')}
              grid={own.grid && `${own.grid}?${asked}`}
              compare={`${own.path}?${asked}&compare=1`}
              disabled={!total}
              picture={shownChart}
            />
          )
        }
      />
      {asksNothing(screen) ? null : (
        <CriteriaBar
          criteria={criteria}
          fields={own.parameters}
          locale={locale}
          href={back}
          onSave={denied ? undefined : () => setSaving(true)}
        />
      )}
      <ResultView
        {...{ question, result, locale, drill }}
        change={
          <Link to={back} className={buttonClass()}>
            Change the criteria
          </Link>
        }
      />
      {saver && saving && (
        <saver.SaveResult
          {...{ screen, criteria }}
          shown={Object.fromEntries([...parameters].filter(([name]) => shownAs.includes(name)))}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}
