import { z } from 'zod'
import { comparisons, presences, type Condition } from '#src/definition/conditions.ts'
import { queryAggregates, querySpans, type Query } from '#src/definition/query/query.ts'

const mostParts = 100
const deepest = 6
const name = z.string().min(1).max(200)
const field = name.regex(/^[a-z0-9_]+(\.[a-z0-9_]+){0,4}(\.\*)?$|^\*$/i, 'This is not the way to a field')
const columnId = z.string().regex(/^c\d{1,4}$/, 'Columns are called c1, c2 and so on')
const relatedId = z.string().regex(/^r\d{1,2}$/, 'Related records are called r1, r2 and so on')
const parameterName = z.string().regex(/^p\d{1,3}(_from|_to)?$/, 'Questions are called p1, p2 and so on')
const label = z.string().trim().max(80)
const single = z.union([
  z.string().max(400),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({ parameter: parameterName }),
])

const condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ op: z.enum(['and', 'or']), of: z.array(condition).max(mostParts) }),
    z.strictObject({ op: z.literal('not'), of: condition }),
    z.strictObject({ op: z.enum(presences), field }),
    z.strictObject({ op: z.enum(comparisons), field, value: z.union([single, z.array(single).max(1_000)]) }),
  ]),
) as z.ZodType<Condition>

const depthOf = (one: Condition): number =>
  !('of' in one) ? 1 : 1 + Math.max(0, ...(Array.isArray(one.of) ? one.of : [one.of as Condition]).map(depthOf))

const partsIn = (one: Condition): number =>
  !('of' in one)
    ? 1
    : (Array.isArray(one.of) ? one.of : [one.of as Condition]).reduce((sum, part) => sum + partsIn(part), 1)

const bounded = condition
  .refine((one) => depthOf(one) <= deepest, `Groups of conditions are nested at most ${deepest - 1} deep.`)
  .refine((one) => partsIn(one) <= mostParts, `At most ${mostParts} conditions.`)
  .nullable()

const column = z.strictObject({
  id: columnId,
  label: label.optional(),
  field: field.optional(),
  aggregate: z.enum(queryAggregates).optional(),
  span: z.enum(querySpans).optional(),
  formula: z.string().max(2_000).optional(),
  share: columnId.optional(),
  type: z.enum(['decimal', 'percent', 'money']).optional(),
})

const related = z.strictObject({
  id: relatedId,
  label: label.optional(),
  screen: name.optional(),
  by: name.optional(),
  rows: name.optional(),
  where: bounded.optional(),
})

const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length

/** What a query may look like; whether what it names is there, and for whom, is another question. */
export const querySchema = z
  .strictObject({
    from: name,
    each: name.optional(),
    related: z.array(related).max(5, 'At most five kinds of related records.').default([]),
    columns: z.array(column).min(1, 'A query needs a column.').max(60, 'A query has at most 60 columns.'),
    where: bounded.default(null),
    having: bounded.default(null),
    parameters: z
      .array(
        z.strictObject({
          name: parameterName,
          label: label.min(1, 'Say what is asked.'),
          required: z.boolean().optional(),
          default: z.union([z.string().max(400), z.number(), z.boolean()]).optional(),
        }),
      )
      .max(30)
      .default([]),
    sort: z
      .array(z.strictObject({ column: columnId, descending: z.boolean().default(false) }))
      .max(10)
      .default([]),
    limit: z.number().int().min(1).max(1_000_000).nullable().default(null),
    chart: z
      .strictObject({
        type: z.enum(['bar', 'line', 'stacked', 'scatter']),
        x: columnId,
        y: z.array(columnId).min(1).max(6),
      })
      .nullable()
      .default(null),
  })
  .refine(({ columns }) => isUnique(columns.map(({ id }) => id)), 'Two columns have the same id.')
  .refine(({ related: all }) => isUnique(all.map(({ id }) => id)), 'Two related records have the same id.')
  .refine(({ parameters }) => isUnique(parameters.map((one) => one.name)), 'Two questions have the same name.')
  .transform((query): Query => query)
