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
  dateTime: 158,
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

/** The width in px that a column starts with: the definition's, or what the type needs, never less than its heading. */
export function columnWidth(field: Field): number {
  if (field.width !== undefined) return field.width
  const heading = clamp(0, field.label.length * character + padding + 16, 190)
  return Math.round(Math.max(natural(field), heading))
}
