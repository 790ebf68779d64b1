const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60],
  ['hour', 3_600],
  ['day', 86_400],
]
const longest = 7 * 86_400

/** How long ago an instant was, in words; the day itself when that was more than a week ago. */
export function agoIn(locale: string, at: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000))
  if (seconds > longest) return new Date(at).toLocaleDateString(locale, { dateStyle: 'medium' })
  const [unit, size] = steps.findLast((step) => seconds >= step[1]) ?? steps[0]!
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(seconds / size), unit)
}
