import { buydownPercent } from '../domain/promotions/buydown.ts'
import type { DemoMasters, Row } from './masters.ts'
import { coverageMapping, makePlans, makeRules, standardFinance, standardRateOf } from './promotion-setup.ts'
import { lines, type Market, markets, seasons, terms } from './promotion-words.ts'

const money = (value: number): string => value.toFixed(2)
const even = (value: number, unit: number): string => money(Math.max(unit, Math.round(value / unit) * unit))

// An amount off that suits a large machine would give a small one away: cheap materials are not mapped.
const cheapest = { Machines: 500, Dispensers: 25 } as const

const promoted = ({ materials }: DemoMasters): Row[] =>
  lines.flatMap(({ line }, rank) =>
    materials
      .filter((one) => one['product_line'] === line && one['status'] === 'active')
      .filter((one) => Number(one['list_price']) >= cheapest[line])
      .slice(0, rank === 0 ? 30 : 16),
  )

/** What has a price: all that is mapped, and most of what else of the lines is meant for promotions. */
const priced = ({ materials }: DemoMasters, mapped: readonly Row[]): Row[] => [
  ...mapped,
  ...materials
    .filter((one) => one['promotion_relevant'] === true && one['status'] === 'active' && !mapped.includes(one))
    .filter((one) => lines.some(({ line }) => line === one['product_line']))
    .filter((_, at) => at % 9 !== 8),
]

const groupOf = (material: Row): string => {
  const text = String(material['material_description'])
  if (material['product_line'] !== 'Machines') return text.includes('touch-free') ? 'TOUCH-FREE' : 'MANUAL'
  return text.includes('battery') ? 'BATTERY' : text.includes('professional') ? 'PROFESSIONAL' : 'COMPACT'
}

const mapping = (materials: readonly Row[]): Row[] =>
  materials.map((material, at) => ({
    material_number: material['material_number'],
    product_line: material['product_line'],
    sticker_group: groupOf(material),
    model: `${String(material['brand']).slice(0, 2).toUpperCase()}${300 + at * 10}`,
    model_year: at % 5 === 0 ? 2027 : 2026,
    series: String(material['brand']),
    valid_from: '2026-01-01',
    valid_to: null,
  }))

/** The price of a material in a market, in its currency. */
const priceIn = (material: Row, market: Market, growth = 1): number =>
  (Number(material['list_price']) * market.factor * growth) / market.euro

const pricing = (materials: readonly Row[]): Row[] =>
  materials.flatMap((material) =>
    markets.flatMap((market) =>
      [
        ['2026-01-01', '2026-12-31', 1],
        ['2027-01-01', null, 1.035],
      ].map(([from, to, growth]) => {
        const list = priceIn(material, market, Number(growth))
        return {
          material_number: material['material_number'],
          country: market.country,
          currency: market.currency,
          list_price: money(list),
          dealer_cost: money(list * 0.82),
          standard_cost: money((Number(material['standard_cost']) * Number(growth)) / market.euro),
          valid_from: from,
          valid_to: to,
          price_source: `PL-${market.code}-${String(from).slice(0, 4)}`,
        }
      }),
    ),
  )

interface Offer {
  readonly row: Row
  readonly market: Market
  readonly rate: number | null
}

const kinds = ['cash_support', 'interest_buydown', 'package', 'extended_coverage', 'cash_support'] as const

/** Offers by season and market: machines in every market, dispensers in two of them. */
function offers(materials: readonly Row[]): Offer[] {
  return seasons.flatMap((season, turn) =>
    lines.flatMap(({ line, cash }) => {
      const own = materials.filter((one) => one['product_line'] === line)
      const groupsOf = [...new Set(own.map(groupOf))].sort()
      return markets
        .filter((_, at) => line === 'Machines' || at === turn || at === (turn + 1) % markets.length)
        .map((market, at): Offer => {
          const kind = line === 'Machines' ? kinds[(turn + at) % kinds.length]! : 'cash_support'
          const custom = at === 2 && line === 'Machines' && turn > 1
          const group = custom ? null : (groupsOf[(turn + at) % Math.max(1, groupsOf.length)] ?? null)
          const reached = own.filter((one) => group === null || groupOf(one) === group)
          const usual = reached.reduce((sum, one) => sum + Number(one['list_price']), 0) / Math.max(1, reached.length)
          const hasCash = kind === 'cash_support' || kind === 'package'
          const isFinanced = kind === 'interest_buydown' || kind === 'package'
          const isCovered = kind === 'extended_coverage' || kind === 'package'
          const rate = isFinanced ? (kind === 'package' ? 0 : 1.9) : null
          const months = kind === 'package' ? 36 : 48
          const amount = even(
            (usual * cash * (kind === 'package' ? 0.5 : 1) * market.factor) / market.euro,
            market.currency === 'SEK' ? 50 : 1,
          )
          const words = [
            hasCash ? `${Number(amount)} ${market.currency} off` : '',
            isFinanced ? `${rate} % for ${months} months` : '',
            isCovered ? '2 years of warranty' : '',
          ].filter(Boolean)
          const row = {
            sticker_code: `${season.key}-${line === 'Machines' ? 'M' : 'D'}-${market.code}`,
            sticker_name: `${season.name}, ${line.toLowerCase()} ${market.country}: ${words.join(', ')}`,
            sticker_type: kind,
            product_line: line,
            country: market.country,
            currency: market.currency,
            sticker_group: group,
            custom_group: custom ? 'SCRUBBERS' : null,
            cash_support: hasCash ? amount : null,
            promo_rate: rate,
            term_months: isFinanced ? months : null,
            financed_percent: isFinanced && at % 2 === 0 ? '60' : null,
            coverage_type: isCovered ? 'extended_warranty' : null,
            coverage_months: isCovered ? 24 : null,
            stackable: kind === 'extended_coverage',
            sticker_text: words.join(', '),
            valid_from: season.from,
            valid_to: season.to,
            archived: season.archived,
            archived_at: season.archived ? '2026-06-08T07:45:00Z' : null,
          }
          return { row, market, rate }
        })
    }),
  )
}

/** The cost of the rates of these offers, over their own term and one year less. */
const financing = (all: readonly Offer[]): Row[] =>
  all.flatMap(({ row, market, rate }) => {
    if (rate === null) return []
    return [Number(row['term_months']), Number(row['term_months']) - 12].map((months) => {
      const standard = standardRateOf(market.rate, months, String(row['valid_from']) < '2026-07-01' ? 0.4 : 0)
      return {
        sticker_code: row['sticker_code'],
        product_line: row['product_line'],
        country: market.country,
        currency: market.currency,
        term_months: months,
        customer_rate: String(rate),
        standard_rate: standard,
        buydown_cost_percent: buydownPercent(standard, String(rate), months),
        origin: 'computed',
        valid_from: row['valid_from'],
        valid_to: row['valid_to'],
      }
    })
  })

const regular = (): Row[] =>
  markets.flatMap((market) =>
    terms.slice(0, 4).map((months) => {
      const standard = standardRateOf(market.rate, months)
      const rate = (Number(standard) - 1).toFixed(2)
      return {
        product_line: 'Machines',
        country: market.country,
        currency: market.currency,
        term_months: months,
        customer_rate: rate,
        standard_rate: standard,
        cost_percent: buydownPercent(standard, rate, months),
        origin: 'computed',
        down_payment_percent: months > 24 ? '20' : '10',
        min_amount: even(500 / market.euro, 10),
        lender: 'Northgate Finance',
        valid_from: '2026-07-01',
        valid_to: null,
      }
    }),
  )

function groups(materials: readonly Row[]): Row[] {
  const named = (word: string) => materials.filter((one) => String(one['material_description']).includes(word))
  const all = [
    { code: 'SCRUBBERS', name: 'Scrubber dryers', line: 'Machines', word: 'Scrubber', claim: 'CLM-M-0101' },
    { code: 'VACUUMS', name: 'Vacuum cleaners', line: 'Machines', word: 'Vacuum', claim: 'CLM-M-0102' },
    { code: 'STEAM', name: 'Steam cleaners', line: 'Machines', word: 'Steam', claim: 'CLM-M-0103' },
    { code: 'TOWELS', name: 'Towel dispensers', line: 'Dispensers', word: 'Towel', claim: 'CLM-D-0201' },
    { code: 'SOAP-2025', name: 'Soap dispensers 2025', line: 'Dispensers', word: 'Soap', claim: 'CLM-D-0199' },
  ]
  return all.map(({ code, name, line, word, claim }) => {
    const members = named(word).filter((one) => one['product_line'] === line)
    const isOld = code.endsWith('2025')
    return {
      group_code: code,
      group_name: name,
      product_line: line,
      claim_number: claim,
      materials: members.map((one) => ({ material_number: one['material_number'], note: null })),
      material_count: members.length,
      archived: isOld,
      archived_at: isOld ? '2026-01-12T09:00:00Z' : null,
    }
  })
}

/** What promotions are planned with: plans and budgets, markets, prices, costs, offers and the groups they are limited to. */
export function makePromotions(masters: DemoMasters): Readonly<Record<string, readonly Row[]>> {
  const materials = promoted(masters)
  const stickers = offers(materials)
  return {
    ...makeRules(masters),
    ...makePlans(masters),
    'promotion-mapping': mapping(materials),
    'promotion-material-price': pricing(priced(masters, materials)),
    'coverage-cost-mapping': coverageMapping(),
    'standard-finance-cost': standardFinance(),
    'custom-group': groups(materials),
    'promotion-sticker': stickers.map(({ row }) => row),
    'promotion-finance-cost': financing(stickers),
    'regular-offer': regular(),
  }
}
