import { useCallback, useRef, useState } from 'react'
import { errorMessage, isCancelled } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import { exportFile, type ExportFormat, type ExportRequest } from './export-file.ts'

export interface RunningExport {
  readonly format: ExportFormat
  readonly bytes: number
  readonly rows: number | null
}

/** Runs one export at a time, with its progress and a way to stop it; one can go on working meanwhile. */
export function useExport() {
  const [running, setRunning] = useState<RunningExport | null>(null)
  const stop = useRef<AbortController | null>(null)
  const start = useCallback(async (request: Omit<ExportRequest, 'signal' | 'onProgress'>) => {
    const controller = new AbortController()
    stop.current?.abort()
    stop.current = controller
    setRunning({ format: request.format, bytes: 0, rows: null })
    try {
      const file = await exportFile({
        ...request,
        signal: controller.signal,
        onProgress: (progress) => stop.current === controller && setRunning({ format: request.format, ...progress }),
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
