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
    material: ['material_description', 'product_line'],
  },
  statement: (parameters, { organizationId, andSeen, screens }) => {
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
        ...(parameters['only_incomplete'] === true ? [sql`u.problem is not null`] : []),
      ],
      ' and ',
    )
    return sql`
      select u.* from (${unitCosts(organizationId, which, typeof on === 'string' && on !== '' ? on : null)}) u where ${lines}`
  },
}
