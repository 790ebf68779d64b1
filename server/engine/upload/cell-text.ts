import type { Workbook } from './workbook.ts'

/** What a cell says of its value. */
export interface CellSource {
  readonly type: string
  readonly style: number
}

/** The text of a cell that is no text: numbers in full, days and times as ISO writes them, yes and no, errors as they are shown. */
export function cellText(
  raw: string,
  { type, style }: CellSource,
  { styles, from1904 }: Pick<Workbook, 'styles' | 'from1904'>,
): string {
  if (type === 'b') return raw === '' ? '' : String(raw === '1' || raw === 'true')
  if (type === 'd') return raw.replace(/T00:00(:00(\.0+)?)?$/, '').replace('T', ' ')
  if (type === 'e' || raw === '') return raw
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  return (styles[style] === 'day' ? dayText(value, from1904) : null) ?? numberText(value)
}

const [dayMs, lastDay] = [86_400_000, 2_958_466]

/** A number of days as ISO text; null for those that no calendar of Excel's has. */
export function dayText(value: number, from1904: boolean): string | null {
  if (value < 0 || value >= lastDay) return null
  // Excel knows a 29th of February 1900, which never was: days before it are one less.
  const days = from1904 ? value + 1_462 : value < 60 ? value + 1 : value
  const text = new Date(Date.UTC(1899, 11, 30) + Math.round(days * dayMs)).toISOString()
  const time = text.slice(11, text.endsWith('.000Z') ? 19 : 23)
  if (value < 1 && value > 0 && !from1904) return time
  return time === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`
}

/** Excel keeps 15 digits; what binary floating point adds behind them is no part of the number. */
function numberText(value: number): string {
  const text = Number.isSafeInteger(value) ? String(value) : String(Number(value.toPrecision(15)))
  return text.includes('e') ? plainNumber(text) : text
}

/** 1.5e-7 as 0.00000015. */
function plainNumber(text: string): string {
  const [, sign, whole, fraction = '', power] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (whole === undefined) return text
  const point = whole.length + Number(power)
  const digits = `${whole}${fraction}`
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0').slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ''}`
}
