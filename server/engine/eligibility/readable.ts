import type { Screen } from '#src/definition'
import { type Caller, can } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import { mayReadField } from '../screen-access.ts'
import { targetOf } from './rule-sql.ts'

type Asked = Readonly<Record<string, unknown>>

const keyOf = (asked: Asked): string =>
  JSON.stringify(['attribute', 'operator', 'value', 'value_to'].map((name) => asked[name] ?? null))

/**
 * FIELD_DENIED for conditions of eligibility over a field that the caller may not see: how many records fit a chosen value tells
 * what stands in them. Those that stood there `before` were chosen by somebody else and may stay.
 */
export function demandReadable(
  caller: Caller,
  screens: readonly Screen[],
  asked: readonly Asked[],
  before: readonly Asked[] = [],
): void {
  const known = new Set(before.map(keyOf))
  for (const one of asked) {
    const target = targetOf(one['attribute'], screens)
    if (!target || known.has(keyOf(one))) continue
    const { screen, field } = target
    if (can(caller, screen.access.read) && mayReadField(caller, screen, field.name)) continue
    throw new AppError('FIELD_DENIED', {
      message: `You may not see the ${field.label.toLowerCase()} of ${screen.plural.toLowerCase()}, so you cannot choose by it.`,
    })
  }
}
