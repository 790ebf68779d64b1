import { useQuery } from '@tanstack/react-query'
import { progressKey } from './result-records.ts'
import type { ResultRun } from './result-run.ts'
import { RunProgress } from './run-progress.tsx'
import { cancelRun } from './cancel-run.ts'

/** How far a run is that was started here, once it has something to tell. */
export function RunningNote({ requestId, locale }: { readonly requestId: string; readonly locale: string }) {
  const { data: run } = useQuery<ResultRun>({
    queryKey: progressKey(requestId),
    queryFn: () => Promise.reject(new Error('Progress is told by the run itself')),
    enabled: false,
  })
  return run ? <RunProgress run={run} locale={locale} onCancel={() => cancelRun(requestId)} /> : null
}
