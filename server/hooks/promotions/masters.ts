import type { RecordHooks } from '../../engine/hooks.ts'
import { AppError } from '../../errors.ts'
import { Decimal } from 'decimal.js'
import { outsideLine } from '../../promotions/planned-for.ts'
import { sql } from '../../store/sql.ts'
import { changedNames, invalid, text, type Values } from './issues.ts'

const isNumber = /^-?\d+([.]\d+)?$/
const decimal = (value: unknown): Decimal | null =>
  isNumber.test(String(value ?? '')) ? new Decimal(String(value)) : null

/** The territories of a country share what it sells of a line: at most all of it, on every day. */
const promotionTerritory: RecordHooks = {
  beforeWrite: async ({ tx, caller }, values, current) => {
    const next: Values = { ...current, ...values }
    const [country, line, from, to] = ['country', 'product_line', 'valid_from', 'valid_to'].map((name) =>
      text(next[name]),
    ) as (string | null)[]
    const share = decimal(next['share'])
    if (!country || !from || share === null) return []
    // Two shares that are written at the same moment: one after the other.
    await tx.query(
      sql`select pg_advisory_xact_lock(hashtextextended(${`promotion-territory ${caller.organizationId} ${country} ${line ?? ''}`}, 0))`,
    )
    const [row] = await tx.query<{ day: string; others: string }>(sql`
      with other as (
        select t.share, t.valid_from, t.valid_to from promotion_territory t
         where t.organization_id = ${caller.organizationId} and t.country = ${country} and coalesce(t.product_line, '') = ${line ?? ''}
           and t.id is distinct from ${current?.['id'] ?? null}::bigint
           and t.valid_from <= coalesce(${to}::date, 'infinity') and coalesce(t.valid_to, 'infinity') >= ${from}::date
      )
      select d.day::text as day, trim_scale(sum(o.share))::text as others
        from (select ${from}::date as day union select valid_from from other where valid_from > ${from}::date) d
        join other o on d.day between o.valid_from and coalesce(o.valid_to, 'infinity')
       group by d.day order by sum(o.share) desc, d.day limit 1`)
    if (!row || new Decimal(row.others).plus(share).lte(100)) return []
    return [
      invalid(
        'share',
        `The other territories of ${country} have ${row.others} percent from ${row.day} on; together they may have 100`,
        'max',
      ),
    ]
  },
}

/** A material that is named together with a line belongs to it. */
const coverageCostMapping: RecordHooks = {
  beforeWrite: async ({ tx, caller }, values, current) => {
    const next: Values = { ...current, ...values }
    const [line, material, day] = [text(next['product_line']), text(next['material_number']), text(next['valid_from'])]
    if (line === null || material === null || day === null) return []
    const [strange] = await outsideLine(tx, caller.organizationId, line, [material], day)
    return strange
      ? [invalid('material_number', `${material} is planned in ${strange.line ?? 'no line'}, not in ${line}`)]
      : []
  },
}

const promotionCurrencyRate: RecordHooks = {
  beforeWrite: async (context, values, current) => {
    const { tx, caller } = context
    const next: Values = { ...current, ...values }
    const year = text(next['plan_year'])
    if (!year || changedNames(context, values, current).length === 0) return []
    const closed = await tx.query(sql`
      select from global_promotion t where t.organization_id = ${caller.organizationId} and t.plan_year = ${year} and t.plan_status = 'closed'`)
    if (closed.length > 0)
      throw new AppError('WRONG_STATE', { message: `The plan ${year} is closed: its rates stay as they are.` })
    return []
  },
}

const free = new Set(['plan_status', 'notes', 'total_budget'])

const globalPromotion: RecordHooks = {
  beforeWrite: (context, values, current) => {
    if (current?.['plan_status'] === 'closed' && changedNames(context, values, current).some((name) => !free.has(name)))
      throw new AppError('WRONG_STATE', { message: 'The plan is closed. Open it again to change it.' })
    const next: Values = { ...current, ...values }
    const budgets = (next['budgets'] ?? []) as readonly { readonly amount?: unknown }[]
    const total = budgets.reduce((sum, { amount }) => sum.plus(decimal(amount) ?? 0), new Decimal(0))
    values['total_budget'] = budgets.length > 0 ? total.toFixed(4) : null
    return Promise.resolve([])
  },
  beforeDelete: (_context, records) => {
    const used = records.find((record) => record['plan_status'] !== 'draft')
    if (used)
      throw new AppError('WRONG_STATE', {
        message: `The plan ${String(used['plan_year'])} is no draft any more. Close it instead.`,
      })
    return Promise.resolve()
  },
}

/** A type of offer stands in one group, so that nothing is summed up twice. */
const promotionTypeGroup: RecordHooks = {
  beforeWrite: async ({ tx, caller }, values, current) => {
    const next: Values = { ...current, ...values }
    const rows = (next['sticker_types'] ?? []) as readonly { readonly sticker_type?: string }[]
    const others = await tx.query<{ type: string; type_group: string }>(sql`
      select r.sticker_type as type, g.type_group from promotion_type_group g
       cross join lateral jsonb_to_recordset(g.sticker_types) as r (sticker_type text)
       where g.organization_id = ${caller.organizationId} and g.id is distinct from ${current?.['id'] ?? null}::bigint`)
    return rows.flatMap(({ sticker_type: type }, at) => {
      const other = others.find((one) => one.type === type)
      return other
        ? [
            {
              path: ['sticker_types', at, 'sticker_type'],
              code: 'duplicate',
              message: `It stands in the group ${other.type_group}`,
            },
          ]
        : []
    })
  },
}

/** What promotions are planned with. */
export const promotionMasterHooks: Record<
  | 'promotion-territory'
  | 'coverage-cost-mapping'
  | 'promotion-currency-rate'
  | 'global-promotion'
  | 'promotion-type-group',
  RecordHooks
> = {
  'promotion-territory': promotionTerritory,
  'coverage-cost-mapping': coverageCostMapping,
  'promotion-currency-rate': promotionCurrencyRate,
  'global-promotion': globalPromotion,
  'promotion-type-group': promotionTypeGroup,
}
