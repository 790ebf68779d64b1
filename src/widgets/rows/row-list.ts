import { fieldTypes, type Field, type TextFormat } from '#src/definition'

export type Row = Readonly<Record<string, unknown>>

export const asRows = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as readonly Row[]) : [])

export const emptyRow = (fields: readonly Field[]): Row =>
  Object.fromEntries(fields.map((field) => [field.name, field.default ?? null]))

export const moved = <T>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(to, 0, item)
  return next
}

/** Lays a block copied from a spreadsheet over the rows from one cell on; rows that are missing are added. */
export function pasteBlock(
  rows: readonly Row[],
  fields: readonly Field[],
  at: { readonly row: number; readonly column: number },
  text: string,
  format: TextFormat,
): Row[] {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const next = [...rows]
  lines.forEach((line, offset) => {
    const index = at.row + offset
    const row = { ...(next[index] ?? emptyRow(fields)) }
    line.split('\t').forEach((cell, shift) => {
      const field = fields[at.column + shift]
      if (!field || field.readOnly) return
      const trimmed = cell.trim()
      const parsed = trimmed === '' ? null : fieldTypes[field.type].parseText(trimmed, field, format)
      row[field.name] = parsed === null ? null : parsed.ok ? parsed.value : trimmed
    })
    next[index] = row
  })
  return next
}

export const isBlock = (text: string): boolean => /[\t\n]/.test(text.replace(/\r?\n$/, ''))
