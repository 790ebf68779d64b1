import type { Aggregate, Field } from '#src/definition'
import { compareDecimals } from '#src/definition/compare-decimals.ts'
import { mixed } from '#src/definition/mixed.ts'

export type Row = Readonly<Record<string, unknown>>

const absent = (value: unknown): boolean => value === null || value === undefined || value === ''

const pad = (text: string, scale: number): string => {
  const dot = text.indexOf('.')
  if (dot < 0) return text + '0'.repeat(scale)
  const fraction = text.slice(dot + 1)
  return text.slice(0, dot) + (fraction.length >= scale ? fraction.slice(0, scale) : fraction.padEnd(scale, '0'))
}

/** Adds decimals written as text, exactly; `scale` is the greatest number of fraction digits among them. */
export class ExactSum {
  private near = 0
  private far = 0n
  private readonly scale: number
  count = 0

  constructor(scale: number) {
    this.scale = scale
  }

  add(value: unknown): void {
    if (absent(value)) return
    const digits = pad(String(value), this.scale)
    this.count += 1
    // Numbers add exactly up to 2^53, some ten times faster than big integers.
    const number = digits.length < 15 ? Number(digits) : Number.NaN
    if (Number.isNaN(number)) this.far += BigInt(digits)
    else this.near += number
    if (Math.abs(this.near) > 4e15) this.flush()
  }

  private flush(): void {
    this.far += BigInt(this.near)
    this.near = 0
  }

  /** The sum as plain decimal text. */
  total(): string {
    this.flush()
    return unscale(this.far, this.scale)
  }

  /** The mean rounded half away from zero to two more digits than the values have; null without values. */
  mean(): string | null {
    if (this.count === 0) return null
    this.flush()
    const many = BigInt(this.count)
    const raised = this.far * 100n
    const half = raised < 0n ? -many / 2n : many / 2n
    return unscale((raised + half) / many, this.scale + 2)
  }
}

function unscale(value: bigint, scale: number): string {
  if (scale === 0) return value.toString()
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction && `.${fraction}`}`
}

const scaleOf = (field: Field): number => (field.type === 'integer' ? 0 : (field.scale ?? 6))

type Indexes = readonly number[] | Int32Array

/** Whether amounts of the rows at `indexes` are of several currencies; rows without an amount do not matter. */
export function areMixed(rows: readonly Row[], indexes: Indexes, fields: readonly Field[]): boolean {
  const amounts = fields.filter(({ currency }) => currency !== undefined)
  if (amounts.length === 0) return false
  let known: unknown = null
  for (const index of indexes) {
    const row = rows[index]!
    for (const { name, currency } of amounts) {
      if (absent(row[name])) continue
      // What was added up before may be mixed already.
      if (row[name] === mixed) return true
      const own = row[currency!]
      if (absent(own) || own === known) continue
      if (known !== null) return true
      known = own
    }
  }
  return false
}

/** An aggregate of one field over the rows at `indexes`; null when no row has a value (0 for sums and counts), `mixed` for several currencies. */
export function aggregateRows(
  rows: readonly Row[],
  indexes: Indexes,
  field: Field,
  how: Aggregate,
): string | number | null {
  if (how !== 'count' && areMixed(rows, indexes, [field])) return mixed
  if (how === 'sum' || how === 'avg') {
    const sum = new ExactSum(scaleOf(field))
    for (const index of indexes) sum.add(rows[index]![field.name])
    return how === 'sum' ? sum.total() : sum.mean()
  }
  let count = 0
  let best: unknown = null
  const numeric = field.type !== 'date' && field.type !== 'dateTime'
  for (const index of indexes) {
    const value = rows[index]![field.name]
    if (absent(value)) continue
    count += 1
    if (how === 'count') continue
    const order = best === null ? 0 : numeric ? compareDecimals(value, best) : String(value) < String(best) ? -1 : 1
    if (best === null || (how === 'min' ? order < 0 : order > 0)) best = value
  }
  return how === 'count' ? count : (best as string | number | null)
}

const ratioScale = 6

/** The sum of one field in percent of the sum of another, to two digits, half away from zero; null without a whole, `mixed` for several currencies. */
export function ratioOf(
  rows: readonly Row[],
  indexes: Indexes,
  [part, whole]: readonly [string, string],
  fields: readonly Field[],
): string | null {
  const added = fields.filter(({ name }) => name === part || name === whole)
  if (areMixed(rows, indexes, added)) return mixed
  const [above, below] = [new ExactSum(ratioScale), new ExactSum(ratioScale)]
  for (const index of indexes) {
    above.add(rows[index]![part])
    below.add(rows[index]![whole])
  }
  const [p, w] = [digitsOf(above.total()), digitsOf(below.total())]
  if (w === 0n) return null
  const raised = p * 10_000n * (w < 0n ? -1n : 1n)
  const base = w < 0n ? -w : w
  return unscale((raised + (raised < 0n ? -base / 2n : base / 2n)) / base, 2)
}

const digitsOf = (text: string): bigint => BigInt(pad(text, ratioScale))
