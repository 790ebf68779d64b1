import { fieldDisplays, type Field } from '#src/definition'
import {
  columnResizingFeature,
  columnSizingFeature,
  rowSelectionFeature,
  tableFeatures,
  type ColumnDef,
} from '@tanstack/react-table'
import { columnWidth } from '#src/widgets/cell-width.ts'

/** A record as the API sends it. */
export type Row = Readonly<Record<string, unknown>>

export const features = tableFeatures({ columnSizingFeature, columnResizingFeature, rowSelectionFeature })

export type Column = ColumnDef<typeof features, Row>

const texts: ReadonlySet<string> = new Set(['text', 'longText', 'reference', 'references', 'attributes'])
const codeWidth = 150

/** Whether a column gives and takes room: texts, but not codes, dates and amounts, which are read to the last digit. */
export const stretches = (field: Field): boolean => texts.has(field.type) && columnWidth(field) >= codeWidth

export const tableColumns = (fields: readonly Field[]): Column[] =>
  fields.map((field) => ({
    id: field.name,
    accessorFn: (row: Row) => row[field.name],
    size: columnWidth(field),
    minSize: 48,
    maxSize: 900,
  }))

/** Numbers end at the right edge, with digits of one width; everything else starts at the left. */
export const alignOf = (field: Field): string | undefined =>
  fieldDisplays[field.type].align === 'end' ? 'text-end' : undefined
