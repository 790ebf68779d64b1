import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { queryLinesName, queryScreenName, type QueryType, queryTypes } from '#src/definition/query/query.ts'
import type { Screen } from '#src/definition'
import { ApiError } from '#src/data/api-error.ts'
import { screenQuery } from '#src/data/screens.ts'
import { cancelRun } from '#src/engine/result/cancel-run.ts'
import { readCriteria } from '#src/engine/result/result-criteria.ts'
import { questionOf, runQuery } from '#src/engine/result/result-records.ts'
import { forgetRun } from '#src/engine/result/result-run.ts'
import { ResultScreen } from '#src/engine/result/result-screen.tsx'
import { useApplication } from '#src/session/use-application.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { MailIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { QueryList } from '#src/workbench/query-builder/query-list.tsx'
import { QueryPage } from '#src/workbench/query-builder/query-page.tsx'
import { SendDialog } from '#src/workbench/query-builder/send-dialog.tsx'
import { useBootstrap } from '../bootstrap.ts'
import { Page } from '../page.tsx'

function usePlace() {
  const { pathname } = useLocation()
  return queryTypes.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ?? queryTypes[0]
}

/** Runs saved queries: those that ask something lead to their questions, others to their result, unless there is nothing in it. */
function useRunner() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const running = useRef<string | null>(null)
  // Whoever leaves waits for nothing: the statement is stopped in the database, too.
  useEffect(
    () => () => {
      if (running.current) void cancelRun(running.current)
    },
    [],
  )
  return async ({ id }: { readonly id: number }): Promise<boolean> => {
    const screen = await client.fetchQuery({ ...screenQuery(queryScreenName(id)), staleTime: 0 })
    const result = screen.result!
    const asks = result.parameters.length > 0
    if (asks || result.query?.opensInGrid) {
      void navigate(asks ? result.criteria : result.grid!)
      return true
    }
    const question = questionOf(screen, {})
    const requestId = forgetRun(question.key)
    running.current = requestId
    try {
      const page = await client.fetchQuery(runQuery(client, question, requestId))
      if (page.total_record === 0) {
        notify.warning(screen.messages.empty)
        return false
      }
      running.current = null
      void navigate(result.path)
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 413) throw error
      notify.warning(error.message)
      return false
    } finally {
      running.current = null
    }
  }
}

const typeOf = (place: { readonly value: QueryType }): QueryType => place.value

/** The saved queries of one kind. */
export function Queries() {
  const place = usePlace()
  const run = useRunner()
  const application = useApplication()
  return (
    <Page title={place.plural} breadcrumbs={<Breadcrumbs crumbs={[{ label: 'Queries' }, { label: place.plural }]} />}>
      <QueryList key={place.value} type={typeOf(place)} application={application} onRun={run} />
    </Page>
  )
}

/** A query being built. */
export function QueryForm() {
  const place = usePlace()
  const { id } = useParams()
  const run = useRunner()
  const application = useApplication()
  return (
    <Page title={place.label} breadcrumbs={<QueryCrumbs last={id === undefined ? 'New' : 'Change'} />}>
      <QueryPage
        key={`${place.value} ${id ?? ''}`}
        type={typeOf(place)}
        id={id === undefined || !/^\d{1,15}$/.test(id) ? null : Number(id)}
        application={application}
        onRun={run}
      />
    </Page>
  )
}

function QueryCrumbs({ last }: { readonly last: string }) {
  const place = usePlace()
  const link = (label: string) => (
    <Link to={place.path} className="hover:underline">
      {label}
    </Link>
  )
  return <Breadcrumbs crumbs={[{ label: 'Queries' }, { label: place.plural, link }, { label: last }]} />
}

function QueryResult({
  mode,
  isLines = false,
}: {
  readonly mode: 'criteria' | 'results' | 'grid'
  readonly isLines?: boolean
}) {
  const place = usePlace()
  const { id = '' } = useParams()
  // Somebody else may have changed it since.
  const name = isLines ? queryLinesName(Number(id)) : queryScreenName(Number(id))
  const screen = useQuery({ ...screenQuery(name), staleTime: 0, refetchOnWindowFocus: false })
  const [parameters] = useSearchParams()
  const [isSending, setSending] = useState(false)
  const { profile } = useBootstrap()
  const mayWrite = useAllowed()('queries.write')
  const back = (
    <Link to={place.path} className={buttonClass()}>
      All queries
    </Link>
  )
  const { data } = screen
  return (
    <Page
      title={data?.plural ?? place.label}
      fill={mode !== 'criteria'}
      breadcrumbs={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <QueryCrumbs last={data?.plural ?? '…'} />
          {data ? (
            <span className="flex flex-wrap gap-2 print:hidden">
              {mayWrite ? (
                <Link to={`${place.path}${place.path}-form/${id}`} className={buttonClass('ghost', 'sm')}>
                  Change the query
                </Link>
              ) : null}
              {mode === 'criteria' || isLines ? null : (
                <Button variant="ghost" size="sm" icon={MailIcon} onClick={() => setSending(true)}>
                  Send by email
                </Button>
              )}
            </span>
          ) : null}
        </div>
      }
    >
      {data ? (
        <ResultScreen key={`${name} ${mode}`} screen={mode === 'criteria' ? opened(data) : data} mode={mode} />
      ) : screen.isError ? (
        <QueryFailure error={screen.error} onRetry={() => void screen.refetch()} back={back} />
      ) : (
        <div role="status" aria-label="Loading the query" className="p-6">
          <SkeletonLines lines={8} />
        </div>
      )}
      {isSending && data ? (
        <SendDialog
          id={Number(id)}
          parameters={readCriteria(parameters, data.result!.parameters)}
          email={profile.email}
          onClose={() => setSending(false)}
        />
      ) : null}
    </Page>
  )
}

/** Questions lead to where the query opens. */
function opened(screen: Screen): Screen {
  const { result } = screen
  return result?.query?.opensInGrid && result.grid ? { ...screen, result: { ...result, path: result.grid } } : screen
}

type FailureProps = Pick<Parameters<typeof LoadFailure>[0], 'error' | 'onRetry' | 'back'>

function QueryFailure({ error, onRetry, back }: FailureProps) {
  return <LoadFailure isPage title="The query could not be loaded" error={error} onRetry={onRetry} back={back} />
}

export const QueryCriteria = () => <QueryResult mode="criteria" />
export const QueryResults = () => <QueryResult mode="results" />
export const QueryLines = () => <QueryResult mode="results" isLines />
export const QueryGrid = () => <QueryResult mode="grid" />
