export const encodings = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'Windows-1252'] as const

/** The usual separators by their names. */
export const delimiters: Readonly<Record<string, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

/** "separated by commas" and the like; nothing for what has no separator. */
export const delimiterWord = (mark: string | null | undefined): string =>
  mark ? `separated by ${delimiters[mark]?.toLowerCase() ?? `“${mark}”`}` : ''

/** Whether a text can separate cells: one character that is no letter, digit, quotation mark or line end. */
export const canSeparate = (text: string): boolean => /^[\t\x20-\x7e]$/.test(text) && !/[\w"]/.test(text)
