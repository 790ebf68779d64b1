import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '#src/ui/notify.ts'
import { cancelRun } from './cancel-run.ts'
import { progressKey, runQuery, type Question } from './result-records.ts'
import { useLeftRun } from './use-left-run.ts'
import { forgetRun, runIdOf, type ResultRun } from './result-run.ts'

/** Runs a question, or joins its run, and follows it to its end. */
export function useResult(question: Question, href: string) {
  const client = useQueryClient()
  const [renewed, setRenewed] = useState<{ readonly key: string; readonly id: string } | null>(null)
  const requestId = renewed?.key === question.key ? renewed.id : runIdOf(question.key)
  const { data, error, isFetching, refetch } = useQuery(runQuery(client, question, requestId))
  const { data: progress } = useQuery<ResultRun>({
    queryKey: progressKey(requestId),
    queryFn: () => Promise.reject(new Error('Progress is told by the run itself')),
    enabled: false,
  })
  useLeftRun(question, requestId, href)
  return {
    requestId,
    first: data,
    error: !isFetching && error instanceof Error ? error : null,
    progress: data ? undefined : progress,
    again: () => {
      // The figures in view would go for others that cannot come.
      if (onlineManager.isOnline()) setRenewed({ key: question.key, id: forgetRun(question.key) })
      else notify.warning('You are offline', { description: 'Nothing was run. What you see stays.' })
    },
    /** After a broken connection: the run itself goes on. */
    join: () => void refetch(),
    cancel: () => cancelRun(requestId),
  }
}
