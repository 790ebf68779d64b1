import * as z from 'zod/mini'
import { comparisons, presences } from '../conditions.ts'
import { described, text } from './described.ts'

const single = [z.string(), z.number(), z.boolean(), z.null(), z.strictObject({ field: text() })] as const
const value = z.union([...single, z.array(z.union(single))])

/** A condition as data: `{ "op": "eq", "field": "type", "value": "3pl" }`, joined by and, or and not. */
export const conditionSchema: z.ZodMiniType = z.lazy(() => alternatives)

const alternatives = z.union([
  z.strictObject({ op: z.enum(['and', 'or']), of: z.array(conditionSchema) }),
  z.strictObject({ op: z.literal('not'), of: conditionSchema }),
  z.strictObject({
    op: z.enum(comparisons),
    field: text(),
    value: described(
      value,
      "A value, two for between, a list for in and notIn; relative days such as '@today' for dates; { field } for the value of another field",
    ),
  }),
  z.strictObject({ op: z.enum(presences), field: text() }),
])

alternatives.register(z.globalRegistry, { id: 'condition', description: 'A condition on the values of a record' })
