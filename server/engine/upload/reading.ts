import { z } from 'zod'

/** Whether a text is one ASCII character that is no letter, digit, quotation mark or line end. */
export function isDelimiter(text: string): boolean {
  const code = text.charCodeAt(0)
  return text.length === 1 && code > 0 && code < 127 && !/[\w"\r\n]/.test(text)
}

const delimiter = z.string().refine(isDelimiter, 'A delimiter is one character, such as a semicolon')

/** How the cells of a file are found in its bytes, as a format keeps it and as a file is read anew; null: by the file itself. */
export const readingFields = {
  delimiter: delimiter.nullish().default(null),
  encoding: z.enum(['UTF-8', 'UTF-16LE', 'UTF-16BE', 'Windows-1252']).nullish().default(null),
  sheet: z.string().max(255).nullish().default(null),
  /** Number of the line that names the columns; 0: none does. */
  header_row: z.int().min(0).max(100).default(1),
  /** How many lines the names of the columns are spread over. */
  header_rows: z.int().min(1).max(5).default(1),
}

/** The body of a call that reads a file anew. */
export const readingBody = z.strictObject({
  ...readingFields,
  header_row: z.int().min(0).max(100).nullish().default(null),
})

export type Reading = z.infer<typeof readingBody>

/** A reading whose heading was found. */
export type FoundReading = Reading & { readonly header_row: number }

/** Everything is found out from the file itself. */
export const freely: Reading = { delimiter: null, encoding: null, sheet: null, header_row: null, header_rows: 1 }

/** How files are read that exports write as CSV. */
export const asExported: FoundReading = {
  delimiter: ',',
  encoding: 'UTF-8',
  sheet: null,
  header_row: 1,
  header_rows: 1,
}

/** The part of a format that says how the file is read. */
export const readingOf = ({ delimiter, encoding, sheet, header_row, header_rows }: Reading): Reading => ({
  delimiter,
  encoding,
  sheet,
  header_row,
  header_rows,
})
