import { useCallback, useRef, useState } from 'react'
import { errorMessage, isCancelled } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import type { ExportFormat, ExportRequest } from './export-file.ts'

export interface RunningExport {
  readonly format: ExportFormat
  readonly bytes: number
  readonly rows: number | null
}

type Wanted = Omit<ExportRequest, 'format' | 'signal' | 'onProgress'>

/** Runs one export at a time, with its progress and a way to stop it; one can go on working meanwhile. */
export function useExport() {
  const [running, setRunning] = useState<RunningExport | null>(null)
  const stop = useRef<AbortController | null>(null)
  const start = useCallback(async (format: ExportFormat, prepare: () => Promise<Wanted | null>) => {
    const controller = new AbortController()
    stop.current?.abort()
    stop.current = controller
    setRunning({ format, bytes: 0, rows: null })
    try {
      const [request, { exportFile }] = await Promise.all([prepare(), import('./export-file.ts')])
      if (!request) return
      const file = await exportFile({
        ...request,
        format,
        signal: controller.signal,
        onProgress: (progress) => stop.current === controller && setRunning({ format, ...progress }),
      })
      notify.success(`${file} is in your downloads`)
    } catch (error) {
      if (!isCancelled(error))
        notify.error('The export did not finish; no file was saved', { description: errorMessage(error) })
    } finally {
      if (stop.current === controller) setRunning(null)
    }
  }, [])
  return { running, start, stop: useCallback(() => stop.current?.abort(), []) }
}
