import { fileNameOf, saveFile } from '#src/data/download.ts'
import { call, type CallOptions } from '#src/data/transport.ts'

export type ExportFormat = 'csv' | 'xlsx' | 'pdf'

export interface ExportRequest {
  readonly path: string
  /** Used when the answer brings no name of the file, without its ending. */
  readonly name: string
  readonly format: ExportFormat
  readonly query: CallOptions['query']
  /** A body makes it a POST, which reads all the same. */
  readonly json?: unknown
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

/** Fetches a whole list or result as a file and saves it; answers its name. */
export async function exportFile({
  path,
  name,
  format,
  query,
  json,
  signal,
  onProgress,
}: ExportRequest): Promise<string> {
  const response = await call(json === undefined ? 'GET' : 'POST', path, {
    query: { ...query, format },
    ...(json === undefined ? {} : { json, reads: true }),
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
