import { quoteSql } from '#src/definition/field-types/blanks.ts'
import type { Field } from '#src/definition'
import { id, raw, type Sql } from '../../store/sql.ts'
import type { Mapping } from './format.ts'

/** SQL of the number of a record that came as a line of an import. */
const lineNumber = (numbered: string, uploadId: number, rowno: string): string =>
  `${quoteSql(`${numbered}${uploadId}-`)} || lpad(${rowno}::text, greatest(6, length(${rowno}::text)), '0')`

/** SQL of the number that a line `s` without one gets: that of its import and its own, so that no two imports wait for each other; null for fields that are not numbered. */
export const givenNumber = ({ numbered }: Field, uploadId: number): string | null =>
  numbered === undefined ? null : lineNumber(numbered, uploadId, 's.rowno')

interface NumberedKey {
  readonly field: Field
  readonly mapping: Mapping
  readonly value: string
}

/**
 * The key that a file fills with numbers of records, and SQL that is true of a line `m` whose number was never given: what is gone comes back
 * under its number, but a number that is still to be given would be given twice.
 */
export function unknownNumbers(
  keys: readonly NumberedKey[],
  table: string,
  uploadId: number,
): { readonly field: Field; readonly when: Sql; readonly column: string | null }[] {
  return keys.flatMap(({ field, mapping, value }) => {
    const isGiven = mapping.source !== 'constant' || mapping.value !== undefined
    if (field.numbered === undefined || !isGiven) return []
    const number = `m.${id(value).sql}`
    const prefix = quoteSql(field.numbered)
    const rest = `substr(${number}, ${field.numbered.length + 1})`
    const last = `(select max(n.last) from number_range n where n.name = ${quoteSql(`${table}.${field.name}`)})`
    const ofForms = `case when ${rest} ~ '^[0-9]{6,15}$' then ${rest}::bigint <= coalesce(${last}, 0) else false end`
    const wasGiven = `(starts_with(${number}, ${prefix}) and (${rest} ~ '^[0-9]{1,15}-[0-9]{6,}$' or ${ofForms}))`
    const own = lineNumber(field.numbered, uploadId, 'm.rowno')
    return [
      {
        field,
        when: raw(`m.target is null and ${number} <> ${own} and not ${wasGiven}`),
        column: mapping.column ?? null,
      },
    ]
  })
}
