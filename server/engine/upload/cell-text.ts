import { errorCell } from './error-cells.ts'
import type { Workbook } from './workbook.ts'

/** What a cell says of its value. */
export interface CellSource {
  readonly type: string
  readonly style: number
}

/** The text of a cell that is no text: numbers in full, parts of a hundred and codes as they are shown, days and times as ISO writes them, yes and no, errors under their mark. */
export function cellText(
  raw: string,
  { type, style }: CellSource,
  { styles, from1904 }: Pick<Workbook, 'styles' | 'from1904'>,
): string {
  if (type === 'b') return raw === '' ? '' : String(raw === '1' || raw === 'true')
  if (type === 'd') return raw.replace(/T00:00(:00(\.0+)?)?$/, '').replace('T', ' ')
  if (raw === '') return raw
  if (type === 'e') return errorCell(raw)
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  const kind = styles[style]
  if (kind === 'percent') return `${numberText(value, 2)}%`
  if (kind === 'day') return dayText(value, from1904) ?? numberText(value)
  return typeof kind === 'object' ? codeText(numberText(value), kind.digits) : numberText(value)
}

/** A whole number with the leading zeros that it is shown with. */
const codeText = (text: string, digits: number): string =>
  text.includes('.') ? text : text.replace(/\d+/, (whole) => whole.padStart(digits, '0'))

const [dayMs, lastDay] = [86_400_000, 2_958_466]

/** A number of days as ISO text; null for those that no calendar of Excel's has. */
export function dayText(value: number, from1904: boolean): string | null {
  if (value < 0 || value >= lastDay) return null
  // Excel knows a 29th of February 1900, which never was: days before it are one less.
  const days = from1904 ? value + 1_462 : value < 60 ? value + 1 : value
  const text = new Date(Date.UTC(1899, 11, 30) + Math.round(days * dayMs)).toISOString()
  const time = text.slice(11, text.endsWith('.000Z') ? 19 : 23)
  if (value < 1 && !from1904) return time
  return time === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`
}

/** Excel keeps 15 digits; what binary floating point adds behind them is no part of the number. Its point may be moved to the right. */
function numberText(value: number, moved = 0): string {
  const text = Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  if (value === 0) return '0'
  return moved > 0 || text.includes('e') ? plainNumber(text, moved) : text
}

/** 1.5e-7 as 0.00000015. */
function plainNumber(text: string, moved: number): string {
  const [, sign, whole, fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? []
  if (whole === undefined) return text
  const written = `${whole}${fraction}`
  const digits = written.replace(/^0+/, '')
  const point = whole.length + Number(power) + moved - (written.length - digits.length)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ''}`
}
