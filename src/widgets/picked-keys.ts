/** Keys with one more; where it was found late, it takes the place of the text that stood for it. Null where nothing changes. */
export function withPicked(keys: readonly string[], key: string, instead?: string): readonly string[] | null {
  if (instead === undefined) return key === '' || keys.includes(key) ? null : [...keys, key]
  // Whoever took the text out meanwhile meant it.
  if (!keys.includes(instead)) return null
  return [...new Set(keys.map((one) => (one === instead ? key : one)))]
}
