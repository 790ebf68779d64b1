import { calendarOf } from '../../caller-day.ts'
import type { HookContext, RecordHooks } from '../../engine/hooks.ts'
import type { Issue } from '../../errors.ts'
import { outsideLine } from '../../promotions/planned-for.ts'
import { sql } from '../../store/sql.ts'
import { changedNames, demandInUse, invalid, text, type Values } from './issues.ts'

interface Group {
  readonly product_line: string
  readonly country: string | null
  readonly archived: boolean | null
}

/** A group that is chosen anew is in use, and of the line and the country of the sticker. */
async function groupIssues({ tx, caller }: HookContext, next: Values, isChosen: boolean): Promise<Issue[]> {
  const code = text(next['custom_group'])
  if (code === null) return []
  const [group] = await tx.query<Group>(sql`
    select t.product_line, t.country, t.archived from custom_group t where t.organization_id = ${caller.organizationId} and t.group_code = ${code}`)
  if (!group) return []
  if (isChosen && group.archived === true)
    return [invalid('custom_group', `The custom group ${code} is archived`, 'archived')]
  if (group.product_line !== next['product_line'])
    return [invalid('custom_group', `The custom group ${code} is of the line ${group.product_line}`)]
  if (group.country !== null && group.country !== next['country'])
    return [invalid('custom_group', `The custom group ${code} is of ${group.country}`)]
  return []
}

/** What each part of an offer is told by, and what people read where it is missing. */
const sections: Readonly<Record<string, readonly [field: string, missing: string]>> = {
  cash: ['cash_support', 'An offer of this type names its cash support'],
  finance: ['promo_rate', 'An offer of this type names its rate'],
  coverage: ['coverage_type', 'An offer of this type names its coverage'],
  materials: ['custom_group', 'An offer of this type is limited to a custom group'],
  text: ['sticker_text', 'An offer of this type has words on its sticker'],
}

async function sectionIssues({ tx, caller }: HookContext, next: Values): Promise<Issue[]> {
  const asked = await tx.query<{ section: string }>(sql`
    select t.section from promotion_type_section t
     where t.organization_id = ${caller.organizationId} and t.sticker_type = ${String(next['sticker_type'])} and t.required and t.status = 'active'`)
  const wanted = new Set(asked.map(({ section }) => section))
  // Whatever is set up, cash support without an amount gives nothing.
  if (next['sticker_type'] === 'cash_support') wanted.add('cash')
  return [...wanted].flatMap((section) => {
    const [field, missing] = sections[section] ?? []
    if (!field || !missing) return []
    const value = next[field]
    const isThere =
      field === 'cash_support' ? Number(value ?? 0) > 0 : value !== null && value !== undefined && value !== ''
    return isThere ? [] : [invalid(field, missing, 'required')]
  })
}

interface MarketRule {
  readonly currency: string
  readonly min_days: number | null
  readonly max_days: number | null
  readonly days: number
}

/** What the rules of the market say of its currency and of how long it lasts, on the first day of it. */
async function marketIssues({ tx, caller }: HookContext, next: Values): Promise<Issue[]> {
  const [from, to, country] = [text(next['valid_from']), text(next['valid_to']), text(next['country'])]
  if (from === null || to === null || from > to) return []
  const [rule] = await tx.query<MarketRule>(sql`
    select r.currency, r.min_days, r.max_days, ${to}::date - ${from}::date + 1 as days from promotion_config r
     where r.organization_id = ${caller.organizationId} and r.product_line = ${text(next['product_line'])} and r.country = ${country}
       and r.valid_from <= ${from}::date and coalesce(r.valid_to, 'infinity') >= ${from}::date`)
  if (!rule) return []
  const { currency, min_days: least, max_days: most, days } = rule
  return [
    ...(currency === next['currency'] ? [] : [invalid('currency', `${country} is planned in ${currency}`)]),
    ...(least !== null && days < least
      ? [invalid('valid_to', `A promotion lasts at least ${least} days here; this one has ${days}`)]
      : []),
    ...(most !== null && days > most
      ? [invalid('valid_to', `A promotion lasts at most ${most} days here; this one has ${days}`)]
      : []),
  ]
}

async function lineIssues({ tx, caller }: HookContext, next: Values): Promise<Issue[]> {
  const line = text(next['product_line'])
  const rows = await tx.query(sql`
    select from product_line t where t.organization_id = ${caller.organizationId} and t.product_line = ${line} and t.status <> 'active'`)
  return rows.length > 0 ? [invalid('product_line', `The product line ${line} is not active`)] : []
}

const promotionSticker: RecordHooks = {
  beforeWrite: async (context, values, current) => {
    demandInUse(context, values, current)
    const changed = new Set(changedNames(context, values, current))
    if (changed.size === 0) return []
    const next = { ...current, ...values }
    return [
      ...(await sectionIssues(context, next)),
      ...(await groupIssues(context, next, changed.has('custom_group'))),
      ...(['valid_from', 'valid_to', 'currency'].some((name) => changed.has(name))
        ? await marketIssues(context, next)
        : []),
      ...(current ? [] : await lineIssues(context, next)),
    ]
  },
}

const customGroup: RecordHooks = {
  beforeWrite: async (context, values, current) => {
    demandInUse(context, values, current)
    const { tx, caller } = context
    const next: Values = { ...current, ...values }
    const rows = (next['materials'] ?? []) as readonly { readonly material_number?: unknown }[]
    values['material_count'] = rows.length
    const line = text(next['product_line'])
    const materials = rows.map((row) => text(row.material_number)).filter((one) => one !== null)
    if (line === null || materials.length === 0) return []
    const day = calendarOf(caller).today
    const strange = new Map(
      (await outsideLine(tx, caller.organizationId, line, materials, day)).map((one) => [
        one.material_number,
        one.line,
      ]),
    )
    return rows.flatMap((row, at) => {
      const number = text(row.material_number)
      if (number === null || !strange.has(number)) return []
      const other = strange.get(number) ?? 'no line'
      return [
        {
          path: ['materials', at, 'material_number'],
          code: 'invalid',
          message: `${number} is planned in ${other}, not in ${line}`,
        },
      ]
    })
  },
}

/** Offers, and the materials they are limited to. */
export const stickerHooks: Record<'promotion-sticker' | 'custom-group', RecordHooks> = {
  'promotion-sticker': promotionSticker,
  'custom-group': customGroup,
}
