import type { Field } from '#src/definition'
import { readCriteria, writeCriteria, type Criteria } from './result-criteria.ts'

/** In the address the criteria of the second run stand beside those of the first under names of their own. */
export const second = 'b.'

export function readSecond(parameters: URLSearchParams, fields: readonly Field[]): Criteria {
  const own = new URLSearchParams(
    [...parameters]
      .filter(([name]) => name.startsWith(second))
      .map(([name, value]) => [name.slice(second.length), value]),
  )
  return readCriteria(own, fields)
}

/** The figure that is compared; not called measure, which results ask for themselves. */
export const figureParameter = 'figure'

/** The figure that an address names, also as it was named before where the result asks for no such thing. */
export const figureOf = (parameters: URLSearchParams, fields: readonly Field[]): string | null =>
  parameters.get(figureParameter) ?? (fields.some(({ name }) => name === 'measure') ? null : parameters.get('measure'))

/** The address of a comparison that was run before, from the criteria the server keeps of it. */
export function comparisonAddress(criteria: Criteria): URLSearchParams {
  const address = writeCriteria(criteria['first'] as Criteria)
  for (const [name, value] of writeCriteria(criteria['second'] as Criteria)) address.append(second + name, value)
  address.set('compare', '1')
  if (typeof criteria['measure'] === 'string') address.set(figureParameter, criteria['measure'])
  if (Array.isArray(criteria['match'])) address.set('match', criteria['match'].join(','))
  if (typeof criteria['place'] === 'string') address.set('by', 'place')
  return address
}
