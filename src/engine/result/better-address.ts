import type { Screen } from '#src/definition'
import { readersCalendar, resolveDate } from '#src/definition/dates.ts'
import { matchRoute } from '#src/definition/match-route.ts'
import { readCriteria, writeCriteria } from './result-criteria.ts'

/**
 * Where a result is really to be seen: with the criterion that stands in the path, or none at all, what is missing is as its default,
 * or asked for where something needed has none. Null when the address says what it is about, or that it is about everything.
 */
export function betterAddress(
  { name, result }: Screen,
  pathname: string,
  given: URLSearchParams,
  mode: 'results' | 'grid' = 'results',
): string | null {
  const { criteria, direct = [], parameters: fields } = result!
  const routes = direct.map((one) => ({ path: one, screen: name, kind: 'results' as const }))
  const path = (mode === 'grid' ? result!.grid : null) ?? result!.path
  const match = matchRoute(routes, pathname)
  const asked = { ...readCriteria(given, fields), ...match?.params }
  if (!match && (Object.keys(asked).length > 0 || fields.length === 0)) return null
  const whole = Object.fromEntries(
    fields.map((field) => [
      field.name,
      asked[field.name] ?? resolveDate(field.default ?? null, field.type, readersCalendar().today),
    ]),
  )
  const written = writeCriteria(whole)
  if (written.size === 0 && !fields.some((field) => field.required)) return null
  const isMissing = fields.some((field) => field.required && !written.has(field.name))
  return `${isMissing ? criteria : path}?${written.toString()}`
}
