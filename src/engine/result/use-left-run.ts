import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { leaveRun, returnToRun } from '#src/widgets/left-runs.ts'
import { runKey, type Question } from './result-records.ts'

/** A page that is left while its run goes on hands it over to be told of. */
export function useLeftRun(question: Question, requestId: string | null, href: string): void {
  const client = useQueryClient()
  const label = question.screen.plural
  const key = question.key
  useEffect(() => {
    if (requestId === null) return undefined
    returnToRun(requestId)
    return () => {
      const state = client.getQueryState(runKey(key, requestId))
      if (state && state.data === undefined && !state.error) leaveRun({ requestId, label, href })
    }
  }, [client, key, requestId, label, href])
}
