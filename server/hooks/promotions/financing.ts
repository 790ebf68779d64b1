import { buydownPercent } from '../../domain/promotions/buydown.ts'
import type { RecordHooks } from '../../engine/hooks.ts'
import type { Row } from '../../engine/page.ts'
import type { Issue } from '../../errors.ts'
import { standardRate } from '../../promotions/planned-for.ts'
import { sql } from '../../store/sql.ts'
import { changedNames, invalid, text, type Values } from './issues.ts'

interface OfferedSticker {
  readonly sticker_type: string
  readonly product_line: string
  readonly country: string
  readonly currency: string
  readonly archived: boolean | null
  readonly valid_from: string
  readonly valid_to: string
}

const financing = new Set(['interest_buydown', 'package'])

function stickerIssues(sticker: OfferedSticker, next: Values, isNew: boolean): Issue[] {
  const [from, to] = [String(next['valid_from']), text(next['valid_to'])]
  const days = `The sticker holds from ${sticker.valid_from} to ${sticker.valid_to}`
  return [
    ...(isNew && sticker.archived === true ? [invalid('sticker_code', 'This sticker is archived', 'archived')] : []),
    ...(financing.has(sticker.sticker_type) ? [] : [invalid('sticker_code', 'This sticker gives no financing')]),
    ...(sticker.currency === next['currency']
      ? []
      : [invalid('currency', `The sticker is planned in ${sticker.currency}`)]),
    ...(from < sticker.valid_from || from > sticker.valid_to ? [invalid('valid_from', days)] : []),
    ...(to !== null && to > sticker.valid_to ? [invalid('valid_to', days)] : []),
  ]
}

const promotionFinanceCost: RecordHooks = {
  beforeWrite: async (context, values, current) => {
    const { tx, caller } = context
    if (current && changedNames(context, values, current).length === 0) return []
    const next = { ...current, ...values } as Values
    const [sticker] = await tx.query<OfferedSticker>(sql`
      select t.sticker_type, t.product_line, t.country, t.currency, t.archived, t.valid_from, t.valid_to from promotion_sticker t
       where t.organization_id = ${caller.organizationId} and t.sticker_code = ${text(next['sticker_code'])}`)
    const [day, rate] = [text(next['valid_from']), text(next['customer_rate'])]
    if (!sticker || day === null || rate === null) return []
    const issues = stickerIssues(sticker, next, current === null)
    const months = Number(next['term_months'])
    const { product_line: line, country } = sticker
    const currency = String(next['currency'])
    const standard = await standardRate(tx, caller.organizationId, { line, country, currency, months, day })
    Object.assign(values, { product_line: line, country, standard_rate: standard })
    return [
      ...issues,
      ...costIssues(values, current, {
        field: 'buydown_cost_percent',
        standard,
        rate,
        months,
        where: `${country}, ${currency}, ${months} months`,
      }),
    ]
  },
}

interface Reckoned {
  /** The field that holds the cost. */
  readonly field: string
  readonly standard: string | null
  readonly rate: string
  readonly months: number
  readonly where: string
}

/** Takes the cost that is entered, or reckons it; what was reckoned once is reckoned anew with every change. */
function costIssues(
  values: Record<string, unknown>,
  current: Row | null,
  { field, standard, rate, months, where }: Reckoned,
): Issue[] {
  const given = values[field]
  const wasComputed = current?.['origin'] === 'computed'
  const isSame =
    given === undefined || (current !== null && Number(given ?? Number.NaN) === Number(current[field] ?? Number.NaN))
  const entered = isSame && !wasComputed ? current?.[field] : isSame ? null : given
  if (entered !== null && entered !== undefined && entered !== '') {
    Object.assign(values, { origin: 'entered' })
    return []
  }
  if (standard === null)
    return [
      invalid(field, `There is no standard finance cost to reckon it from (${where}): enter the cost`, 'required'),
    ]
  if (Number(rate) > Number(standard))
    return [invalid('customer_rate', `The standard rate is ${Number(standard)} percent: an offer is not above it`)]
  Object.assign(values, { [field]: buydownPercent(standard, rate, months), origin: 'computed' })
  return []
}

const regularOffer: RecordHooks = {
  beforeWrite: async (context, values, current) => {
    if (current && changedNames(context, values, current).length === 0) return []
    const { tx, caller } = context
    const next: Values = { ...current, ...values }
    const [line, country, currency, day] = ['product_line', 'country', 'currency', 'valid_from'].map((name) =>
      text(next[name]),
    )
    const rate = text(next['customer_rate'])
    if (!line || !country || !currency || !day || rate === null) return []
    const months = Number(next['term_months'])
    const standard = await standardRate(tx, caller.organizationId, { line, country, currency, months, day })
    values['standard_rate'] = standard
    const where = `${country}, ${currency}, ${months} months`
    return costIssues(values, current, { field: 'cost_percent', standard, rate, months, where })
  },
}

/** What financing costs: of an offer, and of what is offered all year. */
export const financingHooks: Record<'promotion-finance-cost' | 'regular-offer', RecordHooks> = {
  'promotion-finance-cost': promotionFinanceCost,
  'regular-offer': regularOffer,
}
