import { fieldDisplays, type Field, type TextFormat } from '#src/definition'
import { namedCurrency } from '#src/definition/field-types/named-currency.ts'
import { distance } from './distance.ts'

const others: readonly TextFormat[] = [
  { decimal: '.', dateOrder: 'YMD' },
  { decimal: ',', dateOrder: 'DMY' },
  { decimal: '.', dateOrder: 'MDY' },
]

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function nearestChoice(text: string, field: Field): string | null {
  const wanted = plain(text)
  if (wanted.length < 2) return null
  const found = (field.choices ?? [])
    .map(({ value, label }) => {
      const names = [plain(value), plain(label)]
      const near = Math.min(...names.map((name) => distance(wanted, name)))
      return { value, score: names.some((name) => name.startsWith(wanted) || wanted.startsWith(name)) ? 0.5 : near }
    })
    .toSorted((a, b) => a.score - b.score)
  const [best, second] = found
  return best && best.score <= (wanted.length < 5 ? 1 : wanted.length < 9 ? 2 : 3) && best.score !== second?.score
    ? best.value
    : null
}

/** How a canonical value is written in a file of that format. */
export function asFileText(value: unknown, format: TextFormat): string {
  const text = value === true ? 'Yes' : value === false ? 'No' : String(value)
  return format.decimal === ',' && /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text
}

/** What a cell that cannot be read is probably meant to be, as a text that can; null when nothing is near. */
export function proposedValue(text: string, field: Field, format: TextFormat): string | null {
  const type = fieldDisplays[field.type]
  const readable = (candidate: string, style: TextFormat): string | null => {
    const parsed = type.parseText(candidate, field, style)
    if (!parsed.ok) return null
    const written = asFileText(parsed.value, format)
    return type.parseText(written, field, format).ok ? written : null
  }
  if (field.choices) return nearestChoice(text, field)
  // A number with its unit, currency or thousands marks; a date in another order.
  const bare = text.replaceAll(/[^\d.,+()-]/g, '').replace(/^\((.*)\)$/, '-$1')
  const candidates = /\d/.test(text) ? [text.trim(), ...(field.type.startsWith('date') ? [] : [bare])] : []
  // An amount that is refused with its currency is in another one: without it, it would be an amount in the record's.
  if (field.currency !== undefined && namedCurrency(text)) return null
  if (field.type === 'text' || field.type === 'longText' || field.type === 'reference') return null
  for (const candidate of candidates) {
    for (const style of [format, ...others]) {
      const found = candidate === '' ? null : readable(candidate, style)
      if (found !== null && found !== text) return found
    }
  }
  return null
}
