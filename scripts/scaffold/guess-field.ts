import { fieldDisplays, normalizeField, type FieldSpec, type FieldTypeName, type TextFormat } from '#src/definition'
import type { Target } from './proposal.ts'
import { plain, wordsOf } from './names.ts'

type Guess = readonly [spec: FieldSpec, why: string]

const formats: readonly TextFormat[] = [
  { decimal: '.', dateOrder: 'YMD' },
  { decimal: ',', dateOrder: 'DMY' },
  { decimal: '.', dateOrder: 'MDY' },
]
const codeWords = new Set([
  'id',
  'key',
  'code',
  'number',
  'no',
  'nr',
  'num',
  'zip',
  'postal',
  'phone',
  'ean',
  'gtin',
  'sku',
  'gln',
])
const countWords = new Set(['quantity', 'qty', 'count', 'units', 'volume', 'days', 'pieces'])
const amountWords = new Set([
  'price',
  'amount',
  'value',
  'cost',
  'sales',
  'revenue',
  'net',
  'gross',
  'discount',
  'rebate',
  'total',
  'fee',
  'budget',
  'accrual',
  'payment',
])
const shareWords = new Set(['percent', 'pct', 'percentage', 'share', 'margin', 'quota'])
const flagWords = new Set(['is', 'has', 'flag', 'active', 'blocked', 'deleted', 'allowed', 'enabled'])
const yesNo = ['yes/no', 'true/false', 'y/n', 'j/n', 'ja/nein', 'on/off', 'x/'].map((pair) => new Set(pair.split('/')))

const has = (heading: string, words: ReadonlySet<string>): boolean => wordsOf(heading).some((word) => words.has(word))
const cut = (text: string): string => (text.length > 30 ? `${text.slice(0, 29)}…` : text)
const quoted = (text: string): string => `"${cut(text)}"`
const steps = [3, 6, 10, 20, 30, 40, 60, 80, 120, 200, 400]

/** What kind of field a column is, by its heading and all that was read of it, and why; `filled` holds no empty cell. */
export function guessField(
  heading: string,
  filled: readonly string[],
  rows: number,
  targets: readonly Target[],
): Guess {
  if (filled.length === 0)
    return [{ type: 'text', max: 40 }, 'every cell is empty, so a short text until more is known']
  return (
    guessReference(heading, filled, targets) ??
    guessFlag(heading, filled) ??
    guessDate(filled) ??
    guessNumber(heading, filled) ??
    guessAddress(filled) ??
    guessChoice(filled, rows) ??
    guessText(filled)
  )
}

function guessReference(heading: string, filled: readonly string[], targets: readonly Target[]): Guess | null {
  const name = plain(heading)
  const target = targets.find(({ keyNames }) => keyNames.includes(name))
  if (!target || filled.some((cell) => cell.length > 60)) return null
  return [
    { type: 'reference', target: target.name, integrity: 'soft' },
    `its name is that of the key of ${target.name}; 'soft', since some may have no record yet`,
  ]
}

function guessFlag(heading: string, filled: readonly string[]): Guess | null {
  const values = new Set(filled.map((cell) => cell.toLowerCase()))
  const digits = has(heading, flagWords) && [...values].every((value) => value === '0' || value === '1')
  const pair = values.size <= 2 && yesNo.some((words) => [...values].every((value) => words.has(value)))
  return digits || pair ? [{ type: 'flag' }, `every cell is ${[...values].map(quoted).join(' or ')}`] : null
}

const reads = (type: FieldTypeName, cells: readonly string[], format: TextFormat): boolean => {
  const field = normalizeField('x', { type, precision: 30, scale: 10 })
  return cells.every((cell) => fieldDisplays[type].parseText(cell, field, format).ok)
}

function guessDate(filled: readonly string[]): Guess | null {
  // Eight digits in a row may be a day or any number.
  if (!filled.every((cell) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(cell))) return null
  const clock = filled.some((cell) => cell.includes(':'))
  for (const format of formats) {
    const written = { YMD: 'year first', DMY: 'day first', MDY: 'month first' }[format.dateOrder]
    if (!clock && reads('date', filled, format))
      return [{ type: 'date' }, `every cell is a day, ${written}, such as ${quoted(filled[0]!)}`]
    if (reads('dateTime', filled, format))
      return [{ type: 'dateTime' }, `every cell is a moment, ${written}, such as ${quoted(filled[0]!)}`]
  }
  return null
}

function guessNumber(heading: string, filled: readonly string[]): Guess | null {
  const leading = filled.find((cell) => /^0\d/.test(cell))
  if (leading !== undefined) return null
  const code = has(heading, codeWords) && !has(heading, countWords)
  if (filled.every((cell) => /^[-+]?\d{1,15}$/.test(cell))) {
    if (code) return null
    return has(heading, amountWords)
      ? [{ type: 'money' }, 'whole numbers under a heading of amounts']
      : [{ type: 'integer' }, 'every cell is a whole number']
  }
  const share = filled.every((cell) => cell.endsWith('%'))
  const bare = share ? filled.map((cell) => cell.slice(0, -1).trim()) : filled
  const format = formats.slice(0, 2).find((candidate) => reads('decimal', bare, candidate))
  if (!format || code) return null
  if (share || has(heading, shareWords)) return [{ type: 'percent' }, 'numbers that are percentages']
  const digits = bare.map((cell) => cell.replaceAll(/[^\d.,]/g, '').split(format.decimal))
  const scale = Math.max(...digits.map(([, fraction = '']) => fraction.length))
  const longest = Math.max(...digits.map(([front = '']) => front.replaceAll(/\D/g, '').length))
  if (scale <= 4 && has(heading, amountWords))
    return [{ type: 'money' }, `numbers of up to ${scale} decimals under a heading of amounts`]
  return [
    { type: 'decimal', precision: Math.max(15, longest + scale + 3), scale: Math.max(scale, 2) },
    `numbers of up to ${longest} digits before and ${scale} behind the decimal mark`,
  ]
}

function guessChoice(filled: readonly string[], rows: number): Guess | null {
  const values = [...new Set(filled)]
  if (values.length < 2 || values.length > 12 || rows < values.length * 5) return null
  if (values.some((value) => value.length > 40 || !/\p{L}/u.test(value))) return null
  return [
    { type: 'choice', choices: values.sort().map((value) => ({ value, label: value })) },
    `${values.length} different values in ${rows} rows: ${cut(values.join(', '))}`,
  ]
}

function guessAddress(filled: readonly string[]): Guess | null {
  if (filled.every((cell) => /^\S+@\S+\.\S+$/.test(cell)))
    return [{ type: 'text', max: 120, format: 'email' }, 'every cell is an e-mail address']
  if (filled.every((cell) => /^https?:\/\/\S+$/.test(cell)))
    return [{ type: 'text', max: 400, format: 'url' }, 'every cell is an address of the web']
  return null
}

function guessText(filled: readonly string[]): Guess {
  const longest = Math.max(...filled.map((cell) => cell.length))
  const max = steps.find((step) => step >= longest * 1.5) ?? 4000
  if (longest > 200 || filled.some((cell) => cell.includes('\n')))
    return [{ type: 'longText', max: Math.max(max, longest) }, `texts of up to ${longest} characters`]
  const leading = filled.find((cell) => /^0\d+$/.test(cell))
  const digits = filled.every((cell) => /^\d+$/.test(cell))
  const why =
    leading === undefined
      ? digits
        ? 'digits under a heading of codes: nobody calculates with them'
        : `texts of up to ${longest} characters`
      : `codes with leading zeros, such as ${quoted(leading)}`
  return [{ type: 'text', max }, why]
}
