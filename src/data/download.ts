import { call, type CallOptions } from './transport.ts'

/** The name the server gives a file (RFC 6266), else `fallback`. */
export function fileNameOf(header: string | null, fallback: string): string {
  const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded.trim().replaceAll('"', ''))
  return /filename="?([^";]+)"?/i.exec(header ?? '')?.[1]?.trim() ?? fallback
}

/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  // The browser has taken the file over by then; revoking at once would cut it off in some.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

export interface DownloadOptions extends CallOptions {
  readonly method?: 'GET' | 'POST'
  /** Used when the answer brings no name. */
  readonly name?: string
}

/** Fetches a file with the session's token and saves it; throws ApiError when it fails. Answers its name. */
export async function download(
  path: string,
  { method = 'GET', name = 'download', ...options }: DownloadOptions = {},
): Promise<string> {
  const response = await call(method, path, options)
  const file = fileNameOf(response.headers.get('content-disposition'), name)
  saveFile(await response.blob(), file)
  return file
}
