import { fileNameOf, saveFile } from '#src/data/download.ts'
import type { ListParameters } from '#src/data/records.ts'
import { call } from '#src/data/transport.ts'

export type ExportFormat = 'csv' | 'xlsx'

export interface ExportRequest {
  readonly endpoint: string
  readonly name: string
  readonly format: ExportFormat
  readonly parameters: ListParameters
  readonly signal: AbortSignal
  /** Bytes received, and lines where the format has lines to count. */
  readonly onProgress: (progress: { readonly bytes: number; readonly rows: number | null }) => void
}

const lineBreak = 10

function linesIn(piece: Uint8Array): number {
  let lines = 0
  for (const byte of piece) if (byte === lineBreak) lines += 1
  return lines
}

/** Fetches the whole filtered result as a file and saves it; answers its name. */
export async function exportFile({
  endpoint,
  name,
  format,
  parameters,
  signal,
  onProgress,
}: ExportRequest): Promise<string> {
  const response = await call('GET', `${endpoint}/export`, {
    query: { ...parameters, format },
    signal,
    background: true,
  })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let lines = 0
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    pieces.push(next.value)
    bytes += next.value.length
    if (format === 'csv') lines += linesIn(next.value)
    onProgress({ bytes, rows: format === 'csv' ? Math.max(0, lines - 1) : null })
  }
  const file = fileNameOf(response.headers.get('content-disposition'), `${name}.${format}`)
  saveFile(new Blob(pieces, { type: response.headers.get('content-type') ?? '' }), file)
  return file
}
