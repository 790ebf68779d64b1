import type { Field } from '#src/definition'

const wide: ReadonlySet<string> = new Set(['rows', 'attributes'])

/** The columns a user may show: every field that fits into one line. */
export const offeredColumns = (fields: readonly Field[]): string[] =>
  fields.filter((field) => !field.hidden && !wide.has(field.type)).map((field) => field.name)

/** Takes a column out, or adds it at the end. */
export const toggled = (columns: readonly string[], name: string): string[] =>
  columns.includes(name) ? columns.filter((column) => column !== name) : [...columns, name]

/** Moves a column to a place; places outside the row are its ends. */
export function movedTo(columns: readonly string[], name: string, place: number): string[] {
  const others = columns.filter((column) => column !== name)
  const at = Math.max(0, Math.min(place, others.length))
  return [...others.slice(0, at), name, ...others.slice(at)]
}
