import { evaluate, type Field, type Screen } from '#src/definition'
import { readersCalendar, resolveDate } from '#src/definition/dates.ts'
import type { Values } from './changes.ts'

export interface SectionLayout {
  readonly title: string
  readonly rows: readonly (readonly Field[])[]
}

/** The sections of a record as they are shown: unknown and hidden fields left out, user-defined attributes last. */
export function layoutOf(screen: Screen): SectionLayout[] {
  const shown = new Map(
    screen.fields.filter((field) => !field.hidden && field.type !== 'attributes').map((field) => [field.name, field]),
  )
  const placed = new Set<string>()
  const sections = (screen.form?.sections ?? []).map((section) => ({
    title: section.title,
    rows: section.rows.map((row) =>
      row.flatMap((name) => {
        const field = shown.get(name)
        if (field) placed.add(name)
        return field ? [field] : []
      }),
    ),
  }))
  const attributes = [...shown.values()].filter((field) => field.storage.key !== undefined && !placed.has(field.name))
  const own: SectionLayout = { title: 'User-defined attributes', rows: pairs(attributes) }
  return [...sections, own]
    .map((section) => ({ ...section, rows: section.rows.filter((row) => row.length > 0) }))
    .filter((section) => section.rows.length > 0)
}

const pairs = (fields: readonly Field[]): Field[][] =>
  fields.flatMap((field, index) => (index % 2 === 0 ? [fields.slice(index, index + 2)] : []))

/** Whether a field's condition shows it beside these values. */
export const isVisible = (field: Field, fields: readonly Field[], values: Values): boolean =>
  !field.visible || evaluate(field.visible, values, { fields, ...readersCalendar() })

/** Values of a new record before anybody typed: the defaults. */
export const defaultsOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter((field) => !field.readOnly)
      .map((field) => [field.name, resolveDate(field.default ?? null, field.type, readersCalendar().today)]),
  )
