import { numberTypes, type Field } from '#src/definition'

interface Scaled {
  readonly units: bigint
  readonly scale: number
}

function scaled(value: unknown): Scaled | null {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))
  if (!match) return null
  const [, sign = '', whole = '', part = ''] = match
  return { units: BigInt(`${sign}${whole}${part}`), scale: part.length }
}

function unscaled(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return units < 0n ? `-${text}` : text
}

/** A value by its place in the series: place 0 is the first of the given ones. */
type Series = (place: number) => unknown

function stepOf(units: readonly bigint[], single: bigint): bigint | null {
  if (units.length === 1) return single
  const step = units[1]! - units[0]!
  return units.every((value, at) => at === 0 || value - units[at - 1]! === step) ? step : null
}

function numberSeries(values: readonly unknown[], field: Field): Series | null {
  const given = values.map(scaled)
  if (given.some((value) => value === null)) return null
  const scale = Math.max(...given.map((value) => value!.scale))
  const units = given.map((value) => value!.units * 10n ** BigInt(scale - value!.scale))
  const step = stepOf(units, 10n ** BigInt(scale))
  if (step === null) return null
  return (place) => {
    const text = unscaled(units[0]! + step * BigInt(place), scale)
    return field.type === 'integer' ? Number(text) : text
  }
}

const day = 86_400_000
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Day by day, week by week, or month by month where each is the same day of its month or its last. */
function dateSeries(values: readonly unknown[]): Series | null {
  const given = values.map((value) => dayPattern.exec(String(value)))
  if (given.some((match) => match === null)) return null
  const isoOf = (year: number, month: number, date: number): string =>
    new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)
  const parts = given.map((match) => ({
    month: Number(match![1]) * 12 + Number(match![2]) - 1,
    date: Number(match![3]),
  }))
  const [first] = parts
  const lastDay = (month: number): number =>
    new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate()
  const wanted = Math.max(...parts.map(({ date }) => date))
  const isMonthly = values.length > 1 && parts.every(({ month, date }) => date === Math.min(wanted, lastDay(month)))
  const months = isMonthly
    ? stepOf(
        parts.map(({ month }) => BigInt(month)),
        1n,
      )
    : null
  if (months !== null && months !== 0n)
    return (place) => {
      const month = first!.month + Number(months) * place
      return isoOf(Math.floor(month / 12), month % 12, Math.min(wanted, lastDay(month)))
    }
  const days = values.map((value) => BigInt(Math.round(Date.parse(`${String(value)}T00:00:00Z`) / day)))
  const step = stepOf(days, 1n)
  return step === null
    ? null
    : (place) => new Date(Number(days[0]! + step * BigInt(place)) * day).toISOString().slice(0, 10)
}

/** "Line 09", "Line 10": texts that end in a number. */
function textSeries(values: readonly unknown[]): Series | null {
  const given = values.map((value) => /^(.*?)(\d{1,15})$/s.exec(String(value)))
  if (given.some((match) => match === null || match[1] !== given[0]![1])) return null
  const step = stepOf(
    given.map((match) => BigInt(match![2]!)),
    1n,
  )
  if (step === null) return null
  const [, before = '', digits = ''] = given[0]!
  return (place) => {
    const number = BigInt(digits) + step * BigInt(place)
    return number < 0n ? null : `${before}${number.toString().padStart(digits.length, '0')}`
  }
}

function seriesOf(values: readonly unknown[], field: Field): Series | null {
  if (values.length === 0 || values.some((value) => value === null || value === undefined || value === '')) return null
  if (numberTypes.has(field.type)) return numberSeries(values, field)
  if (field.type === 'date') return dateSeries(values)
  return field.type === 'text' ? textSeries(values) : null
}

export interface FillOptions {
  /** Upwards: what lies before the given values. */
  readonly back: boolean
  /** 'series' goes on from a single value too; 'auto' only from two or more that make a series. */
  readonly how: 'auto' | 'series' | 'copy'
}

/** The next values of a column after (or before) the given ones: a series where they make one, else the same again. */
export function fillValues(
  values: readonly unknown[],
  count: number,
  field: Field,
  { back, how }: FillOptions,
): unknown[] {
  const series = how === 'copy' || (how === 'auto' && values.length < 2) ? null : seriesOf(values, field)
  const size = values.length
  return Array.from({ length: count }, (_, at) => {
    if (series) return series(back ? at - count : size + at)
    return values[back ? size - 1 - ((count - 1 - at) % size) : at % size] ?? null
  })
}
