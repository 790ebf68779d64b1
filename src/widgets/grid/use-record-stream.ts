import { useEffect, useReducer, useRef, useState } from 'react'
import { isCancelled } from '#src/data/api-error.ts'
import { call, type CallOptions, type Method } from '#src/data/transport.ts'
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
  const response = await call(method, path, { query, json, signal, background: true })
  const stream = new RecordStream()
  const text = response.body!.pipeThrough(new TextDecoderStream())
  const reader = text.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) onRows(stream.push(next.value))
  if (!stream.complete) throw new Error('The connection broke before the last row.')
}

/** Reads a whole result into the browser, rows coming in as they arrive. */
export function useRecordStream(request: StreamRequest): StreamedRecords {
  const [attempt, retry] = useReducer((count: number) => count + 1, 0)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [outcome, setOutcome] = useState<{ state: StreamedRecords['state']; error?: unknown }>({ state: 'reading' })
  const collected = useRef<Row[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let drawn = performance.now()
    collected.current = []
    setRows([])
    setOutcome({ state: 'reading' })
    const show = (): void => {
      drawn = performance.now()
      setRows(collected.current.slice())
    }
    read(request, signal, (next) => {
      for (const row of next) collected.current.push(row)
      if (performance.now() - drawn > drawEvery) show()
    }).then(
      () => {
        if (signal.aborted) return
        show()
        setOutcome({ state: 'complete' })
      },
      (error: unknown) => {
        if (!signal.aborted && !isCancelled(error)) setOutcome({ state: 'failed', error })
      },
    )
    return () => controller.abort()
  }, [request, attempt])
  return { rows, ...outcome, error: outcome.error, retry }
}
