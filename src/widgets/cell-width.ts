import type { Field, FieldTypeName } from '#src/definition'

// A character of the 13 px text is 7 px wide on average; the rest is the cell's padding.
const character = 7.2
const padding = 26

const byType: Partial<Record<FieldTypeName, number>> = {
  flag: 84,
  integer: 92,
  decimal: 110,
  money: 116,
  percent: 92,
  date: 112,
  dateTime: 172,
  reference: 200,
  references: 180,
  longText: 280,
  rows: 84,
  attributes: 220,
  file: 160,
}

const clamp = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

function natural(field: Field): number {
  const fixed = byType[field.type]
  if (fixed !== undefined) return fixed
  if (field.type === 'choice') {
    const longest = Math.max(4, ...(field.choices ?? []).map((choice) => choice.label.length))
    return clamp(90, longest * character + padding + 16, 220)
  }
  return clamp(84, Number(field.max ?? 24) * character + padding, 230)
}

// Headings are set a little smaller.
const headingCharacter = 6.8

/** What the heading of a column needs, with the arrow of an order. */
export const headingWidth = (field: Field): number =>
  clamp(0, (field.label.length + (field.unit ? field.unit.length + 1 : 0)) * headingCharacter + padding + 16, 190)

// A date or a time that is cut says nothing.
const whole: ReadonlySet<FieldTypeName> = new Set(['date', 'dateTime'])

/** The width in px that a column starts with: the definition's, or what the type needs, never less than its heading. */
export function columnWidth(field: Field): number {
  const least = Math.max(headingWidth(field), whole.has(field.type) ? byType[field.type]! : 0)
  return Math.round(Math.max(field.width ?? natural(field), least))
}

const capital = 8.4
const small = 6.8

/** What a text needs to be read whole in a cell, estimated without measuring: capitals and digits are wider. */
export function textWidth(text: string): number {
  const wide = text.length - text.replaceAll(/[A-Z0-9]/g, '').length
  return Math.ceil(wide * capital + (text.length - wide) * small + padding)
}
