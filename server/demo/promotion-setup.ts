import type { DemoMasters, Row } from './masters.ts'
import { lines, markets, terms, territories } from './promotion-words.ts'

const years = [
  { year: '2026', status: 'open', growth: 1 },
  { year: '2027', status: 'open', growth: 1.08 },
]

const whole = (value: number, unit = 100): string => (Math.round(value / unit) * unit).toFixed(2)

const share = (at: number): number => [0.34, 0.26, 0.12, 0.18, 0.1][at]!

/** Plans by year, their money by line and country, and the rates they are planned with. */
export function makePlans({ employees }: DemoMasters): Record<'global-promotion' | 'promotion-currency-rate', Row[]> {
  const plans = years.map(({ year, status, growth }) => {
    const budgets = lines.flatMap(({ line, budget }) =>
      markets.map(({ country }, at) => ({
        product_line: line,
        country,
        amount: whole(budget * growth * share(at), 500),
        note: null,
      })),
    )
    return {
      plan_year: year,
      description: `Promotions ${year}`,
      plan_type: 'annual',
      plan_status: status,
      currency: 'EUR',
      valid_from: `${year}-01-01`,
      valid_to: `${year}-12-31`,
      planning_from: `${Number(year) - 1}-09-01`,
      planning_to: `${year}-10-31`,
      total_budget: budgets.reduce((sum, { amount }) => sum + Number(amount), 0).toFixed(2),
      budgets,
      default_financed_percent: '40',
      default_uplift_percent: '12',
      default_days: 90,
      responsible: employees[0]!['employee_number'],
    }
  })
  const rates = years.flatMap(({ year }, at) =>
    [
      ['GBP', 1.16 + at * 0.01, 1],
      ['SEK', 8.8 + at * 0.1, 100],
    ].map(([currency, rate, per]) => ({
      plan_year: year,
      from_currency: currency,
      to_currency: 'EUR',
      rate: Number(rate).toFixed(4),
      per_units: per,
      source: 'Treasury, budget rates',
    })),
  )
  return { 'global-promotion': plans, 'promotion-currency-rate': rates }
}

/** The rules of the markets, what plans begin with, and how types of offers and budgets are treated. */
export function makeRules({ employees }: DemoMasters): Readonly<Record<string, readonly Row[]>> {
  return {
    'promotion-config': lines.flatMap(({ line }, rank) =>
      markets.map(({ country, currency }, at) => ({
        product_line: line,
        country,
        currency,
        planning_level: at < 2 ? 'territory' : at === 3 ? 'region' : 'country',
        max_support_percent: rank === 0 ? '15' : '20',
        min_margin_percent: '12',
        min_days: 14,
        max_days: 184,
        lead_days: 21,
        max_stickers: rank === 0 ? 2 : 1,
        // Dutch dispensers are too few for a review of their own.
        market_review: rank === 0 || at !== 2,
        valid_from: '2026-01-01',
        valid_to: null,
      })),
    ),
    'promotion-default': [
      { duration_days: 90, uplift_percent: '12', financed_percent: '40', term_months: 36 },
      {
        product_line: 'Machines',
        financed_percent: '55',
        term_months: 36,
        promo_rate: '0.9',
        cash_percent: '6',
        coverage_type: 'extended_warranty',
        coverage_months: 12,
      },
      {
        product_line: 'Machines',
        country: 'United Kingdom',
        financed_percent: '68',
        term_months: 48,
        promo_rate: '2.9',
      },
      { product_line: 'Dispensers', cash_percent: '9', uplift_percent: '20', duration_days: 60 },
      {
        product_line: 'Machines',
        sticker_type: 'extended_coverage',
        coverage_type: 'maintenance',
        coverage_months: 24,
      },
    ].map((row) => ({ status: 'active', ...row })),
    'promotion-type-section': [
      ['cash_support', 'cash', 10, true, 'Off the list price of one unit'],
      ['interest_buydown', 'finance', 10, true, 'Rate and term that the customer reads'],
      ['extended_coverage', 'coverage', 10, true, 'What is covered, and for how long'],
      ['package', 'cash', 10, false, null],
      ['package', 'finance', 20, true, 'Packages are sold by their rate'],
      ['package', 'coverage', 30, false, null],
      ['package', 'text', 40, true, 'The words beside the price'],
    ].map(([sticker_type, section, sequence, required, help_text]) => ({
      sticker_type,
      section,
      sequence,
      required,
      help_text,
      status: 'active',
    })),
    'promotion-type-group': [
      { type_group: 'MONEY', description: 'Money off', sequence: 10, types: ['cash_support'] },
      { type_group: 'FINANCE', description: 'Financing', sequence: 20, types: ['interest_buydown'] },
      { type_group: 'SERVICE', description: 'Coverage and service', sequence: 30, types: ['extended_coverage'] },
      { type_group: 'PACKAGES', description: 'Packages', sequence: 40, types: ['package'] },
    ].map(({ types, ...row }) => ({
      ...row,
      budget_relevant: true,
      status: 'active',
      sticker_types: types.map((sticker_type) => ({ sticker_type })),
    })),
    'budget-config': [
      { counts: 'total', basis: 'approved', budget_check: 'warn', warn_percent: '80', tolerance_percent: '0' },
      {
        product_line: 'Machines',
        counts: 'total',
        basis: 'all',
        budget_check: 'block',
        warn_percent: '85',
        tolerance_percent: '5',
      },
      {
        product_line: 'Machines',
        country: 'Sweden',
        counts: 'cash',
        basis: 'approved',
        budget_check: 'warn',
        warn_percent: '90',
        tolerance_percent: '2',
      },
    ].map((row) => ({ status: 'active', ...row })),
    'product-line': lines.map(({ line, description }, at) => ({
      product_line: line,
      description,
      responsible: employees[at]!['employee_number'],
      status: 'active',
    })),
    'promotion-territory': territories.map(([territory, description, country, region, part], at) => ({
      territory,
      description,
      country,
      region,
      product_line: null,
      share: String(part),
      manager: employees[at % employees.length]!['employee_number'],
      valid_from: '2026-01-01',
      valid_to: null,
    })),
  }
}

/** What coverage costs, by kind and months; machines in Britain cost more to look after. */
export const coverageMapping = (): Row[] => [
  ...[
    ['extended_warranty', 12, 38],
    ['extended_warranty', 24, 69],
    ['extended_warranty', 36, 104],
    ['maintenance', 12, 82],
    ['maintenance', 24, 149],
  ].flatMap(([coverage_type, months, euro]) =>
    markets.map((market) => ({
      coverage_type,
      term_months: months,
      product_line: 'Machines',
      material_number: null,
      country: market.country,
      currency: market.currency,
      cost_per_unit: ((Number(euro) * market.factor) / market.euro).toFixed(2),
      coverage_code: coverage_type === 'extended_warranty' ? `EW-${months}` : 'SERVICE',
      valid_from: '2026-01-01',
      valid_to: null,
    })),
  ),
  {
    coverage_type: 'warranty',
    term_months: 24,
    product_line: 'Dispensers',
    country: null,
    currency: 'EUR',
    cost_per_unit: '3.20',
    valid_from: '2026-01-01',
  },
]

/** What financing costs without an offer; the rates went down in July. */
export const standardFinance = (): Row[] =>
  markets.flatMap((market) =>
    terms.flatMap((months) =>
      [
        ['2026-01-01', '2026-06-30', 0.4],
        ['2026-07-01', null, 0],
      ].map(([from, to, more]) => ({
        product_line: null,
        country: market.country,
        currency: market.currency,
        term_months: months,
        standard_rate: standardRateOf(market.rate, months, Number(more)),
        cost_percent: months > 36 ? '0.35' : '0.2',
        lender: 'Northgate Finance',
        valid_from: from,
        valid_to: to,
      })),
    ),
  )

/** Longer terms cost a little more. */
export const standardRateOf = (rate: number, months: number, more = 0): string =>
  (rate + (months - 12) * 0.015 + more).toFixed(2)
