import { screenNamed } from '../engine/effective-screens.ts'
import { unitCosts } from '../promotions/unit-costs-sql.ts'
import { join, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** What one unit of each material costs under each sticker, and what is missing to know it. */
export const stickerCost: Report = {
  reads: {
    'promotion-sticker': ['sticker_type', 'cash_support', 'promo_rate', 'coverage_cost', 'financed_percent'],
    'promotion-material-price': ['list_price', 'dealer_cost'],
    'coverage-cost-mapping': ['cost_per_unit'],
    'promotion-finance-cost': ['buydown_cost_percent'],
    'standard-finance-cost': ['standard_rate'],
    'promotion-default': ['financed_percent'],
    'promotion-config': ['max_support_percent', 'min_margin_percent'],
    material: ['material_description', 'product_line'],
  },
  statement: (parameters, { organizationId, andSeen, screens, mayRead }) => {
    const { sticker, product_line: line, country, sticker_type: type, material, on } = parameters
    const which = join(
      [
        // The stickers are rows `s` there, and those that are seen are told of rows `t`.
        sql`exists (select from promotion_sticker t where t.organization_id = s.organization_id and t.id = s.id ${andSeen(screenNamed(screens, 'promotion-sticker')!)})`,
        ...(sticker ? [sql`s.sticker_code = ${sticker}::text`] : []),
        ...(line ? [sql`s.product_line = ${line}::text`] : []),
        ...(country ? [sql`s.country = ${country}::text`] : []),
        ...(type ? [sql`s.sticker_type = ${type}::text`] : []),
        ...(on ? [sql`${on}::date between s.valid_from and s.valid_to`] : []),
        // Whoever asks for one sticker has it, archived or not.
        ...(parameters['with_archived'] === true || sticker ? [] : [sql`s.archived is not true`]),
      ],
      ' and ',
    )
    const lines = join(
      [
        sql`true`,
        ...(material ? [sql`u.material_number = ${material}::text`] : []),
        ...(parameters['only_incomplete'] === true ? [sql`(u.problem is not null or u.warning is not null)`] : []),
      ],
      ' and ',
    )
    // Shown as money is; plans multiply the exact figures.
    return sql`
      select u.sticker_code, u.sticker_type, u.product_line, u.country, u.currency, u."on", u.material_number, u.material_description, u.list_price, u.dealer_cost,
             u.cash_support, u.coverage_cost, u.buydown_percent, u.financed_percent, round(u.finance_cost, 2) as finance_cost,
             round(u.finance_cost_per_unit, 2) as finance_cost_per_unit, u.cash_support + u.coverage_cost + round(u.finance_cost_per_unit, 2) as cost_per_unit,
             round(u.percent_of_list, 2) as percent_of_list, u.problem, u.warning
        from (${unitCosts(organizationId, which, typeof on === 'string' && on !== '' ? on : null, mayRead('promotion-material-price', 'standard_cost'))}) u where ${lines}`
  },
}
