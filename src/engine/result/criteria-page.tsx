import type { Field, Screen } from '#src/definition'
import { defaultMessages } from '#src/definition/default-messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { PlayIcon } from '#src/ui/icons.tsx'
import { notify, unsay } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { ParameterForm } from '#src/widgets/parameter-form.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { RecentRuns } from './recent-runs.tsx'
import { SaveCriteriaDialog } from './save-criteria-dialog.tsx'
import { SavedCriteriaPanel } from './saved-criteria-panel.tsx'
import { savedAddress, useSavedCriteria } from './use-saved-criteria.ts'
import { askedOf, readCriteria, writeCriteria, type Criteria } from './result-criteria.ts'
import { questionOf, runQuery, type Question } from './result-records.ts'
import { forgetRun } from './result-run.ts'
import { RunningNote } from './running-note.tsx'

/** What the result is to be about, everything where nothing is said; it is shown when there is something to show, otherwise the criteria stay. */
export function CriteriaPage({ screen }: { readonly screen: Screen }) {
  const id = useId()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const [running, setRunning] = useState<{
    readonly id: string
    readonly question: Question
    readonly href: string
  } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [issues, setIssues] = useState<ApiError['issues']>(noIssues)
  const [foundNothing, setFoundNothing] = useState(false)
  const [saving, setSaving] = useState<Criteria | null>(null)
  const [takenOver, setTakenOver] = useState(0)
  const saved = useSavedCriteria(screen)
  const result = screen.result!
  const fields = result.parameters
  const isField = (name: unknown): boolean => fields.some((field) => field.name === name)
  const emptyId = `${screen.name} empty`
  // What an empty result means here is no reason to ask for more.
  const ownWords = screen.messages.empty === defaultMessages.empty ? null : screen.messages.empty
  const sayEmpty = (): void => notify.warning(screen.messages.empty, { id: emptyId })
  const run = async (criteria: Criteria): Promise<void> => {
    setProblem(null)
    setIssues(noIssues)
    setFoundNothing(false)
    // What another question came to says nothing of this one.
    unsay(emptyId)
    const address = writeCriteria(askedOf(criteria, fields))
    // As the result reads them from its address, so that it joins this run.
    const question = questionOf(screen, readCriteria(address, fields))
    const requestId = forgetRun(question.key)
    setRunning({ id: requestId, question, href: `${result.path}?${address.toString()}` })
    try {
      const page = await client.fetchQuery(runQuery(client, question, requestId))
      if (page.total_record === 0) {
        setFoundNothing(true)
        setIssues(page.issues ?? noIssues)
        return sayEmpty()
      }
      if (screen.messages.done) notify.success(screen.messages.done)
      // Coming back finds the criteria as they were.
      setParameters(address, { replace: true })
      void navigate(`${result.path}?${address.toString()}`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CANCELLED') notify.info('Cancelled; nothing is running any more')
      else if (error instanceof ApiError && error.issues.some(({ path }) => isField(path[0]))) {
        setIssues(error.issues)
        setProblem(othersOf(error.issues, isField))
      } else setProblem(toldWithAdvice(error))
    } finally {
      setRunning(null)
    }
  }
  const locale = userLocale()
  return (
    <>
      <PageHeader title={screen.plural} className="mb-4" />
      <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <section aria-label="Criteria" className="rounded-lg border border-line bg-panel p-5">
          <ParameterForm
            key={`${takenOver} ${parameters.toString()}`}
            id={id}
            label="Criteria"
            fields={fields}
            initial={readCriteria(parameters, fields)}
            locale={locale}
            onSubmit={run}
            issues={issues}
          >
            {(values) => (
              <>
                {problem && (
                  <p role="alert" className="mt-4 rounded bg-bad-soft p-3 text-bad">
                    {problem}
                  </p>
                )}
                {foundNothing && (
                  <p className="mt-4 rounded bg-warn-soft p-3 text-warn">
                    {ownWords ?? `Nothing was found with these criteria. ${wayOn(fields)}`}
                  </p>
                )}
                <div className="mt-5 flex justify-end gap-2 border-t border-line pt-4">
                  <Button type="reset" variant="ghost">
                    Reset
                  </Button>
                  <Button onClick={() => setSaving(askedOf(values(), fields))}>Save criteria</Button>
                  <Button type="submit" variant="primary" icon={PlayIcon} busy={running !== null}>
                    Show the result
                  </Button>
                </div>
                {running && <RunningNote {...running} locale={locale} />}
              </>
            )}
          </ParameterForm>
        </section>
        <aside className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <SavedCriteriaPanel
            screen={screen}
            model={saved}
            onUse={(view) => {
              setParameters(savedAddress(view, screen))
              // Also where the address is that already: what was typed since gives way to what was saved.
              setTakenOver(takenOver + 1)
            }}
          />
          <RecentRuns screen={screen} locale={locale} />
        </aside>
      </div>
      {saving && (
        <SaveCriteriaDialog
          screen={screen}
          criteria={saving}
          onSave={(draft, criteria) => saved.create(draft, criteria, {})}
          onClose={() => setSaving(null)}
        />
      )}
    </>
  )
}

const noIssues: ApiError['issues'] = []

/** What may find something after all. */
const wayOn = (fields: readonly Field[]): string =>
  fields.some(({ type }) => type === 'date')
    ? 'A longer period or fewer criteria may find something.'
    : 'Fewer or other criteria may find something.'

/** What went wrong, and what to do about it from here. */
function toldWithAdvice(error: unknown): string {
  const status = error instanceof ApiError ? error.status : -1
  const advice =
    status === 403
      ? ' An administrator can allow it.'
      : status === 0 || status >= 500
        ? ' The criteria stay as they are; show the result again.'
        : ''
  return `${errorMessage(error)}${advice}`
}

/** What is wrong beside the fields, in words; null when all of it is told at them. */
function othersOf(issues: ApiError['issues'], isField: (name: unknown) => boolean): string | null {
  const others = issues.filter(({ path }) => !isField(path[0])).map(({ message }) => message)
  return others.length > 0 ? others.join('. ') : null
}
