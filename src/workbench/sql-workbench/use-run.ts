import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import {
  type Asked,
  cancelRun,
  problemIn,
  runPageQuery,
  type RunPage,
  runsKey,
  runStatement,
  type SqlProblem,
} from './workbench-api.ts'

export type RunState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly requestId: string; readonly since: number; readonly cancelling: boolean }
  | { readonly kind: 'done'; readonly run: RunPage; readonly asked: Asked }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly problem: SqlProblem; readonly wrong: Readonly<Record<string, string>> }

/** Runs statements one at a time; what comes of an earlier one is not shown any more. */
export function useRun() {
  const client = useQueryClient()
  const [state, setState] = useState<RunState>({ kind: 'none' })
  const current = useRef<string>(null)
  // Whoever leaves waits for nothing.
  useEffect(
    () => () => {
      if (current.current) void cancelRun(current.current).catch(() => undefined)
    },
    [],
  )
  const start = async (asked: Asked) => {
    if (current.current) return
    const requestId = crypto.randomUUID()
    current.current = requestId
    setState({ kind: 'running', requestId, since: Date.now(), cancelling: false })
    try {
      const run = await runStatement(asked, requestId)
      client.setQueryData(runPageQuery(requestId, 1).queryKey, run)
      setState({ kind: 'done', run, asked })
    } catch (error) {
      setState(failureOf(error))
    } finally {
      current.current = null
      void client.invalidateQueries({ queryKey: runsKey })
    }
  }
  const cancel = async () => {
    const requestId = current.current
    if (!requestId) return
    setState((before) => (before.kind === 'running' ? { ...before, cancelling: true } : before))
    await cancelRun(requestId).catch(() =>
      setState((before) => (before.kind === 'running' ? { ...before, cancelling: false } : before)),
    )
  }
  return { state, start, cancel, show: setState }
}

function failureOf(error: unknown): RunState {
  if (error instanceof ApiError && error.code === 'CANCELLED') return { kind: 'cancelled' }
  const issues = error instanceof ApiError ? error.issues : []
  const wrong = Object.fromEntries(
    issues.filter(({ path }) => path[0] === 'parameters').map(({ path, message }) => [String(path[1]), message]),
  )
  return { kind: 'failed', problem: problemIn(error) ?? { message: errorMessage(error) }, wrong }
}
