import type { Field, Screen } from '#src/definition'
import { distance } from './distance.ts'
import { sameColumn, type FileColumn, type FormatBody, type Mapping } from './format-body.ts'

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Why a column fits a field by its name; null: it does not. */
export function matchWords(column: string, field: Field, screen: Screen): string | null {
  const name = plain(column)
  if (name === '') return null
  if (name === plain(field.name) || name === plain(field.label)) return 'Same name'
  const aliases = screen.upload?.aliases[field.name] ?? []
  if (aliases.some((alias) => plain(alias) === name)) return `Known name for ${field.label}`
  const allowed = name.length >= 8 ? 2 : name.length >= 5 ? 1 : 0
  const near = [field.name, field.label, ...aliases].find((other) => {
    const text = plain(other)
    return text.length >= 5 && Math.abs(text.length - name.length) <= allowed && distance(name, text) <= allowed
  })
  return near === undefined ? null : `Nearly ${near}`
}

/** Why a mapping is as it is, in a few words; null: somebody made it so. */
export function mappingReason(
  mapping: Mapping,
  field: Field,
  screen: Screen,
  remembered: { readonly name: string; readonly body: FormatBody } | null,
): string | null {
  if (mapping.source !== 'column' || !mapping.column) return null
  const stored = remembered?.body.fields.find((other) => other.field === field.name)
  if (remembered && stored?.source === 'column' && sameColumn(stored.column ?? '', mapping.column))
    return `As in ${remembered.name}`
  return matchWords(mapping.column, field, screen)
}

/** What is proposed for a file that was read anew, with what somebody chose before where its columns are still there. */
export function rematched(before: FormatBody | null, proposed: FormatBody, columns: readonly FileColumn[]): FormatBody {
  if (!before) return proposed
  const known = (name: string | undefined) => columns.some((column) => sameColumn(column.name, name ?? ''))
  const stays = (mapping: Mapping): boolean =>
    mapping.source === 'column'
      ? known(mapping.column)
      : mapping.source === 'counter'
        ? (mapping.within ?? []).every(known)
        : true
  const kept = before.fields.filter(stays)
  const others = proposed.fields.filter(
    (mapping) =>
      !kept.some(
        (other) =>
          other.field === mapping.field ||
          (other.source === 'column' && sameColumn(other.column ?? '', mapping.column ?? '')),
      ),
  )
  const { decimal, date_order, null_values, keep, replace } = before
  return {
    ...proposed,
    decimal,
    date_order,
    null_values,
    keep,
    ...(replace ? { replace } : {}),
    fields: [...kept, ...others],
  }
}
