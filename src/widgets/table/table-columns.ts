import { fieldDisplays, type Field } from '#src/definition'
import { columnWidth } from '#src/widgets/cell-width.ts'

/** A record as the API sends it. */
export type Row = Readonly<Record<string, unknown>>

/** Widths in px that the user gave to columns. */
export type ColumnWidths = Readonly<Record<string, number>>

const texts: ReadonlySet<string> = new Set(['text', 'longText', 'reference', 'references', 'attributes'])
const codeWidth = 150

/** Whether a column gives and takes room: texts, but not codes, dates and amounts, which are read to the last digit. */
export const stretches = (field: Field): boolean => texts.has(field.type) && columnWidth(field) >= codeWidth

/** Numbers end at the right edge, with digits of one width; everything else starts at the left. */
// A number that stands for something is read as its words.
export const alignOf = (field: Field): string | undefined =>
  !field.offers && fieldDisplays[field.type].align === 'end' ? 'text-end' : undefined

/** The screens whose records are referred to in one of the columns: what names such a record beside it need not lead there as well. */
export const referredScreens = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ type, target }) => (type === 'reference' && target ? [target] : [])))
