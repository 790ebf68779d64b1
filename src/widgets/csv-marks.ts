import type { TextFormat } from '#src/definition'
import { textFormatOf } from './text-format.ts'

/** How a CSV file is written: with a decimal comma, semicolons part its cells. */
export type DecimalMark = TextFormat['decimal']

/** How a spreadsheet of this locale opens a CSV file in columns, with numbers that are numbers. */
export const markOf = (locale: string): DecimalMark => textFormatOf(locale).decimal

export const delimiterOf = (mark: DecimalMark): ',' | ';' => (mark === ',' ? ';' : ',')

/** What a call for a file says of how it is written; nothing where that goes without saying. */
export const csvParameters = (format: string, mark: DecimalMark): { readonly decimal?: DecimalMark } =>
  format === 'csv' && mark === ',' ? { decimal: mark } : {}

/** The same in words, for whoever chooses. */
export const markWords = (mark: DecimalMark): string =>
  mark === ',' ? '1234,50; cells apart by semicolons' : '1234.50, cells apart by commas'
