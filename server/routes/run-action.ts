import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Action, type Screen, validateRecord } from '#src/definition'
import { type Caller, demand } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import type { CommandMap } from '../commands/index.ts'
import { idsOfPiece } from '../engine/bulk.ts'
import { foreseen, mostRecords, ofPiece, type Foreseen, type Outcome, type Targets } from '../engine/each-record.ts'
import { select } from '../engine/list.ts'
import type { RecordApi, RecordServices } from '../engine/record-api.ts'
import { demandUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { hooksOf } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import { sql } from '../store/sql.ts'
import { bodyParameters } from './record-request.ts'

const actionBody = z.object({
  ids: z.array(z.coerce.number().int().positive()).min(1).max(mostRecords).optional(),
  filters: z.record(z.string(), z.unknown()).optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Only a piece of what the filter finds, the records behind this id; the answer tells where the next one begins. */
  after: z.coerce.number().int().min(0).optional(),
  /** Only counts what it would meet; the parameters are not looked at yet. */
  dry_run: z.boolean().default(false),
})

type Body = z.output<typeof actionBody>

export interface ActionServices extends RecordServices {
  readonly commands: CommandMap
}

/** Runs what a definition offers as an action: on one record, a selection, everything a filter finds, or the screen. */
export async function runAction(
  { db, screens, hooks, commands }: ActionServices,
  api: RecordApi,
  screen: Screen,
  { caller, body: given }: Pick<FastifyRequest, 'caller' | 'body'>,
  name: string,
): Promise<{ response: (Outcome & { readonly next?: number | null }) | Foreseen; message?: string }> {
  const action = screen.actions.find((candidate) => candidate.name === name)
  if (!action) throw new AppError('NOT_FOUND')
  demandUse(caller, screen, 'read')
  demand(caller, action.access)
  const body = parseInput(actionBody, given)
  demandTarget(action, body)
  const targets = targetsOf({ api, screen, caller, screens }, action, body)
  if (body.dry_run)
    return {
      response: await db.tenant(caller, (tx) => foreseen({ tx, screen, caller }, targets, action), { readOnly: true }),
    }
  const parameters = checkedParameters(action, caller, body)
  const context = { screen, caller, screens, hooks: hooksOf(hooks, screen), parameters }
  const command = commands[action.command]
  const response = await db.tenant(
    caller,
    async (tx) => {
      if (body.after === undefined) return command({ tx, ...context, targets })
      const piece = await idsOfPiece({ tx, ...context }, targets.where, { after: body.after, limit: ofPiece })
      const where = sql`${targets.where} and t.id = any(${piece}::bigint[])`
      const outcome = await command({ tx, ...context, targets: { ...targets, where } })
      return { ...outcome, next: piece.length < ofPiece ? null : piece.at(-1)! }
    },
    { again: true },
  )
  // Nothing was done, so nothing may sound as if it were.
  return response.done > 0 ? { response, message: action.message ?? screen.messages.updated } : { response }
}

function demandTarget({ on, label, inPieces }: Action, { ids, filters, after }: Body): void {
  if (after !== undefined && (!inPieces || !filters || ids))
    throw new AppError('BAD_REQUEST', { message: `${label}: only what a filter finds is gone through in pieces.` })
  const kinds = ids
    ? ids.length === 1
      ? (['row', 'selection'] as const)
      : (['selection'] as const)
    : filters
      ? (['filter'] as const)
      : (['screen'] as const)
  if (!kinds.some((kind) => on.includes(kind)))
    throw new AppError('BAD_REQUEST', { message: `${label}: choose the records first.` })
}

function checkedParameters({ parameters, values: fixed }: Action, caller: Caller, body: Body): Record<string, unknown> {
  const { values, issues } = validateRecord(parameters, body.parameters, { mode: 'create', ...calendarOf(caller) })
  if (issues.length > 0)
    throw new AppError('VALIDATION', {
      issues: issues.map((issue) => ({ ...issue, path: ['parameters', ...issue.path] })),
    })
  // What was not given is not a wish to clear it.
  const given = Object.entries(values).filter(([name, value]) => value !== null || name in body.parameters)
  return { ...Object.fromEntries(given), ...fixed }
}

interface Opened {
  readonly api: RecordApi
  readonly screen: Screen
  readonly caller: Caller
  readonly screens: readonly Screen[]
}

/** The records an action is about: within the filter or the ids; those that its own condition does not admit are told. */
function targetsOf({ api, screen, caller, screens }: Opened, action: Action, { ids, filters }: Body): Targets {
  const { where } = select(screen, caller, api.query(bodyParameters({ filters })), screens)
  return { where: ids ? sql`${where} and t.id = any(${ids}::bigint[])` : where, ids, when: action.when }
}
