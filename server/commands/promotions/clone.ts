import { fillPath } from '#src/definition'
import { selectList } from '../../engine/columns.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { screenNamed } from '../../engine/effective-screens.ts'
import type { Row } from '../../engine/page.ts'
import { demandUse, mayUse } from '../../engine/screen-access.ts'
import { createRecord } from '../../engine/write.ts'
import type { Values, WriteContext } from '../../engine/write-check.ts'
import { createHooks, hooksOf } from '../../hooks/registry.ts'
import type { SessionServices } from '../../session/services.ts'
import { sql } from '../../store/sql.ts'
import type { Command } from '../command.ts'

/** Everything of a record that a new one takes over: not what is worked out, and not what only one may have. */
const copyOf = ({ screen }: WriteContext, record: Row): Values =>
  Object.fromEntries(
    screen.fields
      .filter(({ name, readOnly, unique, storage }) => !readOnly && !unique && !storage.key && record[name] !== null)
      .map(({ name }) => [name, record[name]]),
  )

const given = (values: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

type Follow = (context: WriteContext, from: Row, to: Values) => Promise<void>

/** Makes a record like another one, under a key of its own; hands its page over. */
const clone =
  (follow?: Follow): Command =>
  (context) =>
    eachRecord(context, context.targets, async ({ record }) => {
      demandUse(context.caller, context.screen, 'create')
      const values = { ...copyOf(context, record), ...given(context.parameters) }
      const id = await createRecord({ ...context, asksBack: false }, values)
      await follow?.(context, record, values)
      return { given: fillPath(context.screen.form!.edit, { id }) }
    })

const daysAndPlace = ['country', 'currency', 'valid_from', 'valid_to'] as const

/** The finance costs of a sticker, for its copy where that is in the same country and on the same days: those reckoned are reckoned anew. */
const copyFinanceCosts =
  (session: SessionServices): Follow =>
  async (context, from, to) => {
    if (daysAndPlace.some((name) => to[name] !== from[name])) return
    const { tx, caller, screens } = context
    const screen = screenNamed(screens, 'promotion-finance-cost')!
    if (!mayUse(caller, screen, 'create')) return
    const costs = await tx.query<Row>(sql`
      select ${selectList(screen.fields)} from promotion_finance_cost t
       where t.organization_id = ${caller.organizationId} and t.sticker_code = ${String(from['sticker_code'])} order by t.id`)
    for (const cost of costs) {
      const { buydown_cost_percent: entered, ...rest } = copyOf({ ...context, screen }, cost)
      const own = cost['origin'] === 'entered' ? { buydown_cost_percent: entered } : {}
      const hooks = hooksOf(createHooks(session), screen)
      await createRecord(
        { ...context, screen, hooks, asksBack: false },
        { ...rest, ...own, sticker_code: to['sticker_code'] },
      )
    }
  }

export const cloneSticker = (session: SessionServices): Command => clone(copyFinanceCosts(session))
export const cloneCustomGroup = clone()
