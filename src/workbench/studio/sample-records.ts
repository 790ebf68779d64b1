import type { Field, Screen } from '#src/definition'

const words = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot']

const round = (value: number, field: Field): number =>
  Math.max(Number(field.min ?? -Infinity), Math.min(Number(field.max ?? Infinity), value))

const sampleOf: Record<Field['type'], (field: Field, at: number) => unknown> = {
  text: (field, at) => {
    if (field.format === 'email') return `${words[at]!.toLowerCase()}@example.com`
    if (field.format === 'url') return `https://example.com/${at + 1}`
    const isShort = field.max !== undefined && Number(field.max) <= 12
    const text = isShort ? `${words[at]!.slice(0, 1)}${1001 + at}` : `${words[at]} ${field.label.toLowerCase()}`
    return (field.upper ? text.toUpperCase() : text).slice(0, field.max === undefined ? undefined : Number(field.max))
  },
  longText: (field, at) => `${words[at]}: ${field.label.toLowerCase()} in a few words.`,
  choice: (field, at) => field.choices?.[at % field.choices.length]?.value ?? null,
  flag: (_, at) => at % 2 === 0,
  integer: (field, at) => round((at + 1) * 12, field),
  decimal: (field, at) => round(12.5 * (at + 1), field).toFixed(field.scale ?? 2),
  money: (field, at) => round(1249.5 * (at + 1), field).toFixed(2),
  percent: (field, at) => round(2.5 * (at + 1), field).toFixed(1),
  date: (_, at) => `2026-0${at + 1}-15`,
  dateTime: (_, at) => `2026-0${at + 1}-15T09:30:00.000Z`,
  reference: (_, at) => `${1001 + at}`,
  references: (_, at) => [`${1001 + at}`],
  rows: () => null,
  attributes: () => null,
  file: () => null,
}

/** Records that look like what a screen will hold, the same each time; for showing it before there are any. */
export const sampleRecords = (screen: Screen): Record<string, unknown>[] =>
  words.slice(0, 5).map((_, at) => ({
    id: at + 1,
    ...Object.fromEntries(screen.fields.map((field) => [field.name, sampleOf[field.type](field, at)])),
  }))
