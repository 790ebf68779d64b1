/** The words of the specification for an upload that failed. */
export const uploadFailure = 'File Uploading Error.'
/** The words of the specification for an upload that came with warnings. */
export const uploadWarning = 'We have some warnings, please check Data log.'
/** The words of the specification for a cloned format. */
export const formatCloned = 'Format cloned successfully.'

/** Whether the words of an import tell that somebody stopped it; that is no failure. */
export const wasStopped = (message: string | null | undefined): boolean => (message ?? '').startsWith('Cancelled')

export interface UploadAnswer {
  readonly success_msg?: string | null
  readonly warning_msg?: string | null
  readonly error_list?: Readonly<Record<string, unknown>> | readonly unknown[] | null
  readonly messageLog?: unknown
}

/** The messages of an answer's error_list, trimmed, each once; an upload without any has succeeded. */
export function uploadErrors(answer: UploadAnswer): string[] {
  const list = answer.error_list
  const texts = list === null || list === undefined ? [] : Object.values(list).flat(2)
  return [...new Set(texts.map((text) => String(text).trim()).filter((text) => text !== ''))]
}
