import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import {
  countedScreens,
  namesOf,
  recordCounts,
  statusCounts,
  type CountedArea,
} from '../engine/dashboards/counted-screens.ts'
import {
  changeRows,
  changesByOperation,
  changesByPeriod,
  intervals,
  type ChangeQuery,
} from '../engine/dashboards/master-changes.ts'
import { rejectedByMonth, rejectedByScreen, rejectedUploads } from '../engine/dashboards/rejected.ts'
import { seenRows } from '../engine/seen-rows.ts'
import { uploadScreens } from '../engine/upload/may-upload.ts'
import { saidOf } from '../engine/messages/said.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'

const text = z.string().max(80).nullish()
const day = z.iso.date().nullish()
const counts = z.object({ app_source_type: text, app_functionality: text })
const changes = z.object({
  app_source_type: text,
  app_functionality: text,
  operation: z.enum(['insert', 'update', 'delete']).nullish(),
  user_id: z.coerce.number().int().positive().nullish(),
  from: day,
  to: day,
  interval: z.enum(intervals).default('month'),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(25),
})
const rejections = changes.pick({ app_functionality: true, from: true, to: true, page: true, limit: true })

/** What messages call what is counted. */
const words = { label: 'record', plural: 'records' }

function named(screens: readonly Screen[], functionality: string | null): Screen[] {
  const names = namesOf(screens, functionality)
  return screens.filter(({ name }) => names.includes(name))
}

/** The figures behind the dashboards: records by master and state, changes by period and operation, rejected lines. */
export function dashboardRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  /** What is counted of the masters or the transactions the caller may see. */
  const counting = <T>(
    caller: Caller,
    area: CountedArea,
    application: string | null,
    work: (tx: Tx, screens: readonly Screen[]) => Promise<T>,
  ) =>
    db.tenant(caller, async (tx) => work(tx, await countedScreens(services, tx, caller, area, application)), {
      readOnly: true,
    })
  const listOf = (records: readonly object[]) => ({ records, total_record: records.length })

  for (const [path, area] of [
    ['master-data/count', 'masters'],
    ['transaction-data/count', 'transactions'],
  ] as const) {
    app.get(`/api/${path}`, async ({ caller, query }) => {
      const { app_source_type: application = null, app_functionality = null } = parseInput(counts, query)
      const records = await counting(caller, area, application, (tx, screens) =>
        recordCounts(tx, caller, named(screens, app_functionality)),
      )
      return { response: { ...listOf(records), total: records.reduce((sum, { count }) => sum + count, 0) } }
    })
  }

  app.get('/api/master-data/total-count-by-status', async ({ caller, query }) => {
    const { app_source_type: application = null, app_functionality = null } = parseInput(changes, query)
    const records = await counting(caller, 'masters', application, (tx, screens) =>
      statusCounts(tx, caller, named(screens, app_functionality)),
    )
    return { response: listOf(records) }
  })

  const asked = ({ caller, query }: FastifyRequest) => {
    const {
      app_source_type: application,
      app_functionality,
      operation,
      user_id,
      from,
      to,
      ...rest
    } = parseInput(changes, query)
    return {
      application: application ?? null,
      queryOf: (screens: readonly Screen[]): ChangeQuery => ({
        // Changes of records tell of them, also of those that a list shows somebody else.
        names: namesOf(
          screens.filter((screen) => seenRows(screen, caller, screens) === null),
          app_functionality ?? null,
        ),
        operation: operation ?? null,
        user: user_id ?? null,
        from: from ?? null,
        to: to ?? null,
      }),
      ...rest,
    }
  }
  app.get('/api/master-data/period-count-by-status', async (request) => {
    const { application, queryOf, interval } = asked(request)
    const { caller } = request
    const records = await counting(caller, 'masters', application, (tx, screens) =>
      changesByPeriod(tx, caller, screens, queryOf(screens), interval),
    )
    return { response: listOf(records) }
  })
  app.get('/api/master-data-operation-changes', async (request) => {
    const { application, queryOf } = asked(request)
    const { caller } = request
    const records = await counting(caller, 'masters', application, (tx, screens) =>
      changesByOperation(tx, caller, screens, queryOf(screens)),
    )
    return {
      response: listOf(records),
      ...(records.length === 0 ? { message: await saidOf(services, caller, words, 'empty') } : {}),
    }
  })
  app.get('/api/filter-master-data-changes', async (request) => {
    const { application, queryOf, page, limit } = asked(request)
    const { caller } = request
    const response = await counting(caller, 'masters', application, (tx, screens) =>
      changeRows(tx, caller, screens, queryOf(screens), { page, limit }),
    )
    return {
      response,
      ...(response.total_record === 0 ? { message: await saidOf(services, caller, words, 'empty') } : {}),
    }
  })

  const rejecting = async <T>(
    { caller, query }: FastifyRequest,
    work: (
      tx: Tx,
      screens: readonly Screen[],
      asked: z.output<typeof rejections> & { names: readonly string[] },
    ) => Promise<T>,
  ) => {
    const given = parseInput(rejections, query)
    const screens = await uploadScreens(services, caller)
    const names = namesOf(screens, given.app_functionality ?? null)
    return db.tenant(caller, (tx) => work(tx, screens, { ...given, names }), { readOnly: true })
  }
  const within = ({ names, from, to }: z.output<typeof rejections> & { names: readonly string[] }) => ({
    names,
    from: from ?? null,
    to: to ?? null,
  })
  app.get('/api/rejected-lines', async (request) => ({
    response: await rejecting(request, (tx, screens, given) =>
      rejectedUploads(tx, request.caller, screens, within(given), given),
    ),
  }))
  app.get('/api/rejected-lines/by-month', async (request) => ({
    response: listOf(
      await rejecting(request, (tx, screens, given) => rejectedByMonth(tx, request.caller, screens, within(given))),
    ),
  }))
  app.get('/api/rejected-lines/by-screen', async (request) => ({
    response: listOf(
      await rejecting(request, (tx, screens, given) => rejectedByScreen(tx, request.caller, screens, within(given))),
    ),
  }))
}
