import type { Field, FieldTypeName } from '#src/definition'
import { fieldDisplays } from '#src/definition'

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

// Headings are set a little smaller, and heavier.
const headingPart = 0.97
// The arrow of an order stands behind the heading; before one that ends at the right there is room.
const arrow = 14
const widestHeading = 190

const headingText = (field: Field): string => (field.unit ? `${field.label} ${field.unit}` : field.label)

const headed = ({ type }: Field, width: number): number =>
  clamp(0, Math.ceil(width * headingPart) + padding + (fieldDisplays[type].align === 'end' ? 0 : arrow), widestHeading)

/** What the heading of a column needs in one line, with the arrow of an order. */
export const headingWidth = (field: Field): number => headed(field, lineWidth(headingText(field)))

/** What it needs where it may take two lines: as much as the wider of them, broken where that is least. */
export function brokenHeadingWidth(field: Field): number {
  const words = headingText(field).split(' ')
  const breaks = words.map((_, at) =>
    Math.max(lineWidth(words.slice(0, at + 1).join(' ')), lineWidth(words.slice(at + 1).join(' '))),
  )
  return headed(field, Math.min(...breaks))
}

// A date or a time that is cut says nothing.
const whole: ReadonlySet<FieldTypeName> = new Set(['date', 'dateTime'])

/** The width in px that a column starts with: the definition's, or what the type needs, never less than its heading. */
export function columnWidth(field: Field): number {
  const least = Math.max(headingWidth(field), whole.has(field.type) ? byType[field.type]! : 0)
  return Math.round(Math.max(field.width ?? natural(field), least))
}

// Px at 13 px, as wide as the widest of the fonts one can choose has them.
const advances: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[ .,:;'’ijl|!]/, 4],
  [/[ftrI()/"-]/, 5.6],
  [/[mwMW%@…]/, 12.4],
  [/[A-ZÀ-Þ&]/, 9.4],
  [/[^\u0250-\uFFFF]/, 7.9],
]
// Of scripts nobody has measured each takes a square.
const unknown = 13

const advanceOf = (character: string): number =>
  advances.find(([characters]) => characters.test(character))?.[1] ?? unknown

// A table holds some sixty different characters.
const known = new Map<number, number>()

function widthOf(code: number): number {
  const found = known.get(code)
  if (found !== undefined) return found
  const width = code < 0x250 ? advanceOf(String.fromCodePoint(code)) : unknown
  known.set(code, width)
  return width
}

function lineWidth(text: string): number {
  let width = 0
  for (let at = 0; at < text.length; at += 1) width += widthOf(text.charCodeAt(at))
  return width
}

/** What a text needs to be read whole in a cell, estimated without measuring. */
export const textWidth = (text: string): number => Math.ceil(lineWidth(text)) + padding
