import type { Field } from '#src/definition'
import { sameColumn, type FileColumn, type FormatBody, type Mapping } from './format-body.ts'

export interface Proposal {
  readonly words: string
  readonly mapping: Mapping
}

const asName = (column: string): string => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(column) ? column : `[${column}]`)

/** What would put a mapping right, where that is plain to see: line numbers that the file has not, codes that came out as numbers. */
export function proposalFor(
  field: Field,
  format: FormatBody,
  columns: readonly FileColumn[],
  upsertOn: readonly string[],
): Proposal | null {
  const mapping = format.fields.find((candidate) => candidate.field === field.name)
  if (!mapping && field.type === 'integer' && upsertOn.includes(field.name)) {
    const within = format.fields.flatMap((other) =>
      other.source === 'column' && other.column && other.field !== field.name && upsertOn.includes(other.field)
        ? [other.column]
        : [],
    )
    const words = within.length > 0 ? `Number the lines within ${within.join(', ')}` : 'Number the lines'
    return { words, mapping: { field: field.name, source: 'counter', within } }
  }
  if (mapping?.source !== 'column' || (field.type !== 'text' && field.type !== 'reference')) return null
  const column = columns.find((candidate) => sameColumn(candidate.name, mapping.column ?? ''))
  if (!column || column.samples.length === 0 || !column.samples.every((text) => /^\d+\.0+$/.test(text))) return null
  const { column: _column, ...rest } = mapping
  const sample = column.samples[0]!
  return {
    words: `Read ${sample} as the code ${sample.replace(/\.0+$/, '')}`,
    mapping: { ...rest, source: 'formula', formula: `code(${asName(column.name)})` },
  }
}
