const plain = /^([+-]?)(\d*)\.?(\d*)$/

function scaled(value: unknown): { digits: bigint; scale: number } | null {
  const match = plain.exec(String(value).trim())
  if (!match || (match[2] === '' && match[3] === '')) return null
  const digits = BigInt(`${match[2]}${match[3]}`)
  return { digits: match[1] === '-' ? -digits : digits, scale: match[3]!.length }
}

/** Compares two decimals written as text, exactly: −1, 0, 1; NaN when one is not a plain number. */
export function compareDecimals(a: unknown, b: unknown): number {
  const left = scaled(a)
  const right = scaled(b)
  if (!left || !right) return Number.NaN
  const scale = Math.max(left.scale, right.scale)
  const l = left.digits * 10n ** BigInt(scale - left.scale)
  const r = right.digits * 10n ** BigInt(scale - right.scale)
  return l < r ? -1 : l > r ? 1 : 0
}
