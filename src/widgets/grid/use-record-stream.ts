import { useEffect, useMemo, useReducer, useState } from 'react'
import { isCancelled } from '#src/data/api-error.ts'
import { call, type CallOptions, type Method } from '#src/data/transport.ts'
import { isUnreached, useBackOnline } from '#src/data/use-back-online.ts'
import type { Row } from './aggregate.ts'
import { RecordStream } from './record-stream.ts'

export interface StreamRequest extends Pick<CallOptions, 'query' | 'json'> {
  readonly path: string
  readonly method?: Method
}

export interface StreamedRecords {
  readonly rows: readonly Row[]
  readonly state: 'reading' | 'complete' | 'failed'
  readonly error: unknown
  readonly retry: () => void
}

// Between two drawings; more often would spend the time on sorting what is about to change again.
const drawEvery = 400

async function read(
  request: StreamRequest,
  signal: AbortSignal,
  onRows: (rows: readonly Row[]) => void,
): Promise<void> {
  const { path, method = 'GET', query, json } = request
  const response = await call(method, path, { query, json, signal, background: true, reads: true })
  const stream = new RecordStream()
  const text = response.body!.pipeThrough(new TextDecoderStream())
  const reader = text.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) onRows(stream.push(next.value))
  if (!stream.complete) throw new Error('The connection broke before the last row.')
}

interface Progress extends Omit<StreamedRecords, 'retry'> {
  readonly request: StreamRequest
  readonly attempt: number
}

const nothing: readonly Row[] = []

/** Reads a whole result into the browser, rows coming in as they arrive; what asks for the same rows again reads nothing. */
export function useRecordStream(asked: StreamRequest): StreamedRecords {
  const key = JSON.stringify(asked)
  const request = useMemo(() => JSON.parse(key) as StreamRequest, [key])
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  const [progress, setProgress] = useState<Progress | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const collected: Row[] = []
    let drawn = performance.now()
    const show = (state: StreamedRecords['state'], error?: unknown): void => {
      drawn = performance.now()
      if (!signal.aborted) setProgress({ request, attempt, rows: collected.slice(), state, error })
    }
    const take = (rows: readonly Row[]): void => {
      for (const row of rows) collected.push(row)
      if (performance.now() - drawn > drawEvery) show('reading')
    }
    read(request, signal, take).then(
      () => show('complete'),
      (error: unknown) => isCancelled(error) || show('failed', error),
    )
    return () => controller.abort()
  }, [request, attempt])
  const current = progress?.request === request && progress.attempt === attempt ? progress : null
  useBackOnline(isUnreached(current?.error), retry)
  return {
    rows: current?.rows ?? nothing,
    state: current?.state ?? 'reading',
    error: current?.error,
    retry,
  }
}
