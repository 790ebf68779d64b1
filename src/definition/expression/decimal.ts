/** An exact decimal: digits × 10^−scale. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** Reads plain digits with at most one '.' and a leading '-'. */
export function parseDecimalText(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return reduced({
    digits: BigInt(`${whole === '-' || whole === '' ? `${whole}0` : whole}${fraction}`),
    scale: fraction.length,
  })
}

/** The shortest plain text of a decimal, without exponent or trailing zeros. */
export function printDecimal(value: Decimal): string {
  const { digits, scale } = reduced(value)
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const shown = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
  return digits < 0n ? `-${shown}` : shown
}

function reduced({ digits, scale }: Decimal): Decimal {
  let [d, s] = [digits, scale]
  while (s > 0 && d % 10n === 0n) {
    d /= 10n
    s -= 1
  }
  return { digits: d, scale: s }
}

const at = (value: Decimal, scale: number): bigint => value.digits * 10n ** BigInt(scale - value.scale)

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return reduced({ digits: at(a, scale) + at(b, scale), scale })
}

export const negate = (a: Decimal): Decimal => ({ digits: -a.digits, scale: a.scale })

export const multiply = (a: Decimal, b: Decimal): Decimal =>
  reduced({ digits: a.digits * b.digits, scale: a.scale + b.scale })

/** Decimals of a quotient. */
export const quotientScale = 12

/** The quotient rounded to twelve decimals, half away from zero; null for a division by zero. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (b.digits === 0n) return null
  const scale = Math.max(a.scale, b.scale)
  // One digit more than kept decides the rounding; BigInt division truncates.
  const digits = (at(a, scale) * 10n ** BigInt(quotientScale + 1)) / at(b, scale)
  return round({ digits, scale: quotientScale + 1 }, quotientScale)
}

/** The greatest whole number that is not above the value. */
export function floor({ digits, scale }: Decimal): Decimal {
  const unit = 10n ** BigInt(scale)
  const whole = digits / unit
  return { digits: digits < 0n && whole * unit !== digits ? whole - 1n : whole, scale: 0 }
}

/** Rounds half away from zero to `scale` decimals. */
export function round(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value
  const unit = 10n ** BigInt(value.scale - scale)
  const half = value.digits < 0n ? -unit / 2n : unit / 2n
  return reduced({ digits: (value.digits + half) / unit, scale })
}

export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const [left, right] = [at(a, scale), at(b, scale)]
  return left < right ? -1 : left > right ? 1 : 0
}
