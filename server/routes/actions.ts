import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Action, type Screen, validateRecord } from '#src/definition'
import { demand } from '../authorize.ts'
import { commands } from '../commands/index.ts'
import { conditionSql } from '../engine/condition-sql.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import { select, today } from '../engine/list.ts'
import { RecordApi } from '../engine/record-api.ts'
import { demandUse } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { createHooks, hooksNamed } from '../hooks/registry.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import { sql, type Sql } from '../store/sql.ts'
import { bodyParameters } from './records.ts'

const actionBody = z.object({
  ids: z.array(z.coerce.number().int().positive()).min(1).max(10_000).optional(),
  filters: z.record(z.string(), z.unknown()).optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
})

type Body = z.output<typeof actionBody>

/** Runs what a definition offers as an action: on one record, a selection, everything a filter finds, or the screen. */
export function actionRoutes(app: FastifyInstance, services: Services): void {
  const hooks = createHooks(services.session)
  for (const screen of services.screens) {
    if (!screen.table || screen.actions.length === 0) continue
    for (const endpoint of [screen.endpoint!, ...screen.endpointAliases]) {
      app.post<{ Params: { action: string } }>(`/api/${endpoint}/actions/:action`, async (request) => {
        const { caller } = request
        const effective = await effectiveScreen(services, caller, screen.name)
        const action = effective.actions.find((candidate) => candidate.name === request.params.action)
        if (!action) throw new AppError('NOT_FOUND')
        demandUse(caller, effective, 'read')
        demand(caller, action.access)
        const body = parseInput(actionBody, request.body)
        demandTarget(action, body)
        const parameters = checkedParameters(action, body)
        const where = targetOf(
          new RecordApi({ ...services, hooks }, effective, caller),
          effective,
          request,
          action,
          body,
        )
        const response = await services.db.tenant(caller, (tx) =>
          commands[action.command]({
            tx,
            screen: effective,
            caller,
            screens: services.screens,
            hooks: hooksNamed(hooks, screen.hooks),
            where,
            parameters,
          }),
        )
        return { response, message: action.message ?? screen.messages.updated }
      })
    }
  }
}

function demandTarget({ on, label }: Action, { ids, filters }: Body): void {
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

function checkedParameters({ parameters }: Action, body: Body): Record<string, unknown> {
  const { values, issues } = validateRecord(parameters, body.parameters, { mode: 'create', today: today() })
  if (issues.length > 0)
    throw new AppError('VALIDATION', {
      issues: issues.map((issue) => ({ ...issue, path: ['parameters', ...issue.path] })),
    })
  // What was not given is not a wish to clear it.
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== null || name in body.parameters))
}

/** The records an action is about: within the filter or the ids, and only those that its own condition admits. */
function targetOf(
  api: RecordApi,
  screen: Screen,
  { caller }: FastifyRequest,
  action: Action,
  { ids, filters }: Body,
): Sql {
  const { where } = select(screen, caller, api.query(bodyParameters({ filters })))
  const chosen = ids ? sql`${where} and t.id = any(${ids}::bigint[])` : where
  return action.when
    ? sql`${chosen} and ${conditionSql(action.when, { fields: screen.fields, today: today() })}`
    : chosen
}
