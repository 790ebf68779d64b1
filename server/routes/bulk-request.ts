import { z } from 'zod'
import { isEmptyValue } from '#src/definition'
import { bulkOperationNames } from '#src/definition/bulk-operations.ts'
import type { Batch } from '../engine/batch.ts'
import { mostBulk, mostInPiece } from '../engine/bulk.ts'
import type { BulkAsked } from '../engine/record-api.ts'
import { AppError } from '../errors.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import { bodyParameters } from './record-request.ts'

const values = z.record(z.string(), z.unknown())

const target = z.object({
  ids: z.array(recordNumber).min(1).max(mostBulk).optional(),
  filters: values.optional(),
  search: z.string().max(500).optional(),
  all: z.boolean().default(false),
  row_versions: z.record(z.string().regex(/^\d{1,15}$/), z.int()).default({}),
  dry_run: z.boolean().default(false),
  with_undo: z.boolean().default(false),
})
const operation = z.object({
  field: z.string(),
  operation: z.enum(bulkOperationNames),
  value: z.unknown().optional(),
  find: z.string().max(500).optional(),
})
const pieces = target.extend({
  after: z.int().min(0).default(0),
  limit: z.int().min(1).max(mostInPiece).optional(),
})
const update = pieces.extend({
  changes: values.default({}),
  operations: z.array(operation).max(100).default([]),
  with_versions: z.boolean().default(false),
})

const pieceOf = ({ after, limit }: z.output<typeof pieces>) => (limit === undefined ? undefined : { after, limit })

const mostEntries = 2000
const version = z.int().optional()
const requestKey = z.string().min(8).max(80)

const batch = z
  .object({
    create: z.array(values).default([]),
    create_keys: z.array(requestKey).optional(),
    update: z.array(z.object({ id: recordNumber, row_version: version, changes: values })).default([]),
    delete: z.array(z.object({ id: recordNumber, row_version: version })).default([]),
    dry_run: z.boolean().default(false),
    all_or_nothing: z.boolean().default(false),
  })
  .refine((given) => given.create.length + given.update.length + given.delete.length <= mostEntries, {
    message: `At most ${mostEntries} records are saved at a time`,
  })
  .refine((given) => (given.create_keys ?? given.create).length === given.create.length, {
    message: 'There has to be a key for each record that is created',
    path: ['create_keys'],
  })

function asked(given: z.output<typeof target>): BulkAsked {
  demandMeant(given.filters ?? {})
  return {
    parameters: { ...bodyParameters({ filters: given.filters ?? {} }), search: given.search },
    ids: given.ids,
    all: given.all,
    versions: new Map(Object.entries(given.row_versions).map(([id, read]) => [Number(id), read])),
    isPreview: given.dry_run,
    wantsUndo: given.with_undo && !given.dry_run,
  }
}

/** Where a list leaves an empty filter out, a call that changes what it finds must not: it would find more than was meant. */
function demandMeant(filters: Readonly<Record<string, unknown>>): void {
  const issues = Object.entries(filters)
    .filter(([, value]) => isEmptyValue(value))
    .map(([name]) => ({ path: ['filters', name], code: 'filter', message: `The filter ${name} has no value` }))
  if (issues.length > 0) throw new AppError('BAD_FILTER', { message: issues[0]!.message, issues })
}

/** What a bulk update asks for; VALIDATION or BAD_FILTER otherwise. */
export function bulkUpdateIn(body: unknown) {
  const given = parseInput(update, body)
  const { changes, operations, with_versions: wantsVersions } = given
  return { ...asked(given), changes, operations, piece: pieceOf(given), wantsVersions }
}

/** What a bulk deletion asks for; VALIDATION or BAD_FILTER otherwise. */
export function bulkDeleteIn(body: unknown) {
  const given = parseInput(pieces, body)
  return { ...asked(given), piece: pieceOf(given) }
}

/** The key that a new record is made under once; VALIDATION for one that others could make up as well. */
export const requestKeyIn = (key: string | undefined): string | undefined =>
  key === undefined ? undefined : parseInput(requestKey, key)

/** What a batch asks for; an entry may come once. */
export function batchIn(body: unknown): Batch {
  const given = parseInput(batch, body)
  const seen = new Set<number>()
  for (const kind of ['update', 'delete'] as const) {
    for (const [at, { id }] of given[kind].entries()) {
      if (seen.has(id)) {
        const message = `Record ${id} is named twice`
        throw new AppError('VALIDATION', { message, issues: [{ path: [kind, at, 'id'], code: 'duplicate', message }] })
      }
      seen.add(id)
    }
  }
  return { ...given, keys: given.create_keys, isPreview: given.dry_run, isWhole: given.all_or_nothing }
}
