import { quoteSql } from '#src/definition/field-types/blanks.ts'

/**
 * What a cell begins with that holds an error of a spreadsheet, such as #REF!: the control character for what stands in place
 * of a value. No text may have it, so that wherever it comes to it is refused, and the file of rejected lines keeps it.
 */
const errorMark = '\u001A#'

/** The words for it; `{value}` stands for the error. */
export const errorReason = 'The cell holds the error {value}'

/** An error as a spreadsheet shows it, told apart from a text that reads the same. */
export const errorCell = (shown: string): string => `${errorMark}${shown.replace(/^#/, '')}`

/** Whether the bytes of a cell begin so. */
export const beginsError = (bytes: Uint8Array, at: number): boolean => bytes[at] === 26 && bytes[at + 1] === 35

export const isErrorCell = (cell: string): boolean => cell.startsWith(errorMark)

/** A cell as people see it. */
export const shownCell = (cell: string): string => (isErrorCell(cell) ? cell.slice(1) : cell)

/** SQL that is true of a cell that holds an error, and of no other. */
export const isErrorSql = (cell: string): string => `coalesce(starts_with(${cell}, ${quoteSql(errorMark)}), false)`

/** SQL of a cell as people see it. */
export const shownCellSql = (cell: string): string =>
  `case when ${isErrorSql(cell)} then substr(${cell}, 2) else ${cell} end`
