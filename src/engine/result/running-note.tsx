import { useQuery } from '@tanstack/react-query'
import { progressKey, type Question } from './result-records.ts'
import type { ResultRun } from './result-run.ts'
import { RunProgress } from './run-progress.tsx'
import { cancelRun } from './cancel-run.ts'
import { useLeftRun } from './use-left-run.ts'

interface RunningNoteProps {
  readonly id: string
  readonly question: Question
  /** Where its result will be. */
  readonly href: string
  readonly locale: string
}

/** How far a run is that was started here, once it has something to tell. */
export function RunningNote({ id: requestId, question, href, locale }: RunningNoteProps) {
  useLeftRun(question, requestId, href)
  const { data: run } = useQuery<ResultRun>({
    queryKey: progressKey(requestId),
    queryFn: () => Promise.reject(new Error('Progress is told by the run itself')),
    enabled: false,
  })
  return run ? <RunProgress run={run} locale={locale} onCancel={() => cancelRun(requestId)} /> : null
}
