import { expect, test } from 'vitest'
import { judgePlan, type PlanSurroundings, type Sticker } from './judge-plan.ts'
import { unitKey, type MarketRule } from './market-rules.ts'
import { planDifferences } from './plan-differences.ts'
import type { PlanLine } from './plan-lines.ts'
import { refusedDecision, refusedMove, type Standing } from './scenario-moves.ts'

const standing = (more: Partial<Standing> = {}): Standing => ({
  status: 'draft',
  lines: 3,
  faulty: 0,
  blocked: null,
  reviews: [],
  posted: false,
  ...more,
})

test('a scenario goes from draft through review to approved, and says why it does not', () => {
  expect(refusedMove(standing(), 'in_review')).toBeNull()
  expect(refusedMove(standing({ lines: 0 }), 'in_review')).toContain('Nothing is planned')
  expect(refusedMove(standing({ faulty: 2 }), 'in_review')).toContain('2 lines could not be computed')
  expect(refusedMove(standing({ blocked: 'Germany is over its budget' }), 'in_review')).toBe(
    'Germany is over its budget.',
  )
  expect(refusedMove(standing(), 'approved')).toBe('It is a draft: it cannot become approved.')
  const reviews = [
    { country: 'Germany', status: 'approved' as const },
    { country: 'Sweden', status: 'open' as const },
  ]
  expect(refusedMove(standing({ status: 'in_review', reviews }), 'approved')).toBe(
    'Not every market has approved it: Sweden.',
  )
  expect(refusedMove(standing({ status: 'in_review', reviews: reviews.slice(0, 1) }), 'approved')).toBeNull()
  expect(refusedMove(standing({ status: 'archived', posted: true }), 'draft')).toContain('posted')
})

test('a market rejects with a reason, and does not approve what a territory of it rejected', () => {
  expect(refusedDecision('in_review', 'rejected', ' ', [])).toBe('Say why it is rejected.')
  expect(refusedDecision('in_review', 'approved', null, [{ territory: 'DE-NORTH', status: 'rejected' }])).toContain(
    'DE-NORTH has rejected',
  )
  expect(refusedDecision('draft', 'approved', null, [])).toContain('only what is in review')
})

const line = (line_no: number, more: Partial<PlanLine> = {}): PlanLine => ({
  line_no,
  sticker_code: 'S-DE',
  country: 'Germany',
  territory: null,
  material_number: 'M1',
  group_code: null,
  baseline_volume: null,
  volume: '10',
  financed_percent: null,
  list_price: '100',
  support_per_unit: '20',
  coverage_per_unit: null,
  buydown_percent: null,
  currency: 'EUR',
  ...more,
})
const sticker = (sticker_code: string, more: Partial<Sticker> = {}): readonly [string, Sticker] => [
  sticker_code,
  {
    sticker_code,
    sticker_name: sticker_code,
    sticker_type: 'cash_support',
    product_line: 'Machines',
    country: 'Germany',
    stackable: false,
    archived: false,
    valid_from: '2027-03-01',
    valid_to: '2027-05-31',
    ...more,
  },
]
const around: PlanSurroundings = {
  product_lines: ['Machines'],
  countries: ['Germany'],
  territories: [],
  valid_from: '2027-03-01',
  valid_to: '2027-05-31',
  currency: 'EUR',
  stickers: new Map([
    sticker('S-DE'),
    sticker('OLD', { archived: true }),
    sticker('FR', { country: 'France' }),
    sticker('WARM', { sticker_type: 'extended_coverage' }),
    sticker('SHORT', { valid_to: '2027-04-30' }),
  ]),
  lineOf: new Map([
    ['M1', 'Machines'],
    ['M2', 'Dispensers'],
  ]),
  groups: new Map([['G', { product_line: 'Machines', archived: false }]]),
  marketRules: [
    {
      product_line: 'Machines',
      country: 'Germany',
      planning_level: 'country',
      max_support_percent: '15',
      min_margin_percent: null,
      min_days: null,
      max_days: 60,
      lead_days: null,
      max_stickers: 1,
    },
  ],
  unitCosts: new Map(),
  regions: [],
  today: null,
  rates: { rates: [], reference: 'EUR' },
}
const faultOf = (more: Partial<PlanLine>): string | null => judgePlan([line(1, more)], around).lines[0]!.fault

test('what cannot be computed costs nothing and says why', () => {
  expect(faultOf({})).toBeNull()
  expect(faultOf({ sticker_code: null })).toBe('No sticker is chosen')
  expect(faultOf({ sticker_code: 'OLD' })).toBe('OLD is archived')
  expect(faultOf({ sticker_code: 'FR' })).toBe('FR is for France, not for Germany')
  expect(faultOf({ country: 'Spain' })).toContain('Spain is not in the market')
  expect(faultOf({ material_number: 'M2' })).toBe('M2 is of Dispensers, which is not planned here')
  expect(faultOf({ group_code: 'G' })).toContain('both named')
  expect(faultOf({ material_number: null, group_code: 'G' })).toBeNull()
  expect(faultOf({ volume: null })).toBe('No volume is planned')
  expect(faultOf({ sticker_code: 'WARM' })).toBe('WARM gives coverage, and what it costs is not told')
  expect(faultOf({ currency: 'SEK' })).toBe('There is no rate from SEK to EUR in the plan')
  const twice = judgePlan([line(1), line(2)], around)
  expect(twice.lines.map(({ planned }) => planned?.total.toFixed() ?? null)).toEqual(['200', null])
  expect(twice.lines[1]!.fault).toBe('Line 1 plans the same')
})

test('what is allowed and strange is told beside it', () => {
  const { messages } = judgePlan([line(1), line(2, { sticker_code: 'SHORT' })], around)
  expect(messages.map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'The support is more than 15 % of the price, the most in Germany'],
    ['warning', 'The support is more than 15 % of the price, the most in Germany'],
    ['warning', 'SHORT holds from 2027-03-01 to 2027-04-30, not on all of its days'],
    ['warning', 'M1 has 2 stickers in Germany; 1 together at most'],
    ['warning', 'M1 has S-DE and SHORT in Germany, which are not given together'],
    ['warning', 'It lasts 92 days; at most 60 are meant for Machines in Germany'],
  ])
})

const told = (
  lines: readonly PlanLine[],
  rule: Partial<MarketRule>,
  more: Partial<PlanSurroundings> = {},
): string[] => {
  const free = { ...around.marketRules[0]!, max_support_percent: null, max_days: null, max_stickers: null }
  const { messages } = judgePlan(lines, { ...around, ...more, marketRules: [{ ...free, ...rule }] })
  return messages.map(({ message }) => message)
}

test('a margin below that of the market is told where costs are seen', () => {
  const unitCosts = new Map([[unitKey('Germany', 'M1'), { cost: '70', currency: 'EUR', sold_for: null }]])
  // 100 less 70 less 20 leaves 10 of 100; with a tenth of the price for half of them bought down, 5.
  expect(told([line(1)], { min_margin_percent: '10' }, { unitCosts })).toEqual([])
  expect(told([line(1)], { min_margin_percent: '10.5' }, { unitCosts })).toEqual([
    '10 % margin is left; Germany wants 10.5 % at least',
  ])
  const financed = line(1, { financed_percent: '50', buydown_percent: '10' })
  expect(told([financed], { min_margin_percent: '6' }, { unitCosts })[0]).toContain('5 % margin is left')
  // Dealers pay 90: nothing is left of it.
  const dealers = new Map([[unitKey('Germany', 'M1'), { cost: '70', currency: 'EUR', sold_for: '90' }]])
  expect(told([line(1)], { min_margin_percent: '1' }, { unitCosts: dealers })[0]).toContain('0 % margin is left')
  expect(told([line(1)], { min_margin_percent: '99' })).toEqual([])
})

test('what is approved too late for its market is told while it can still be approved', () => {
  const rule = { lead_days: 21 }
  expect(told([line(1)], rule, { today: '2027-02-08' })).toEqual([])
  expect(told([line(1)], rule, { today: '2027-02-09' })).toEqual([
    'Machines in Germany is approved 21 days ahead: for 2027-03-01 that was until 2027-02-08',
  ])
  expect(told([line(1)], rule, { today: null })).toEqual([])
})

test('a market is planned on the level that it wants', () => {
  const north = line(1, { territory: 'DE-N' })
  const territories = [{ country: 'Germany', territory: 'DE-N' }]
  const regions = [
    { country: 'Germany', territory: 'DE-N', region: 'Upper' },
    { country: 'Germany', territory: 'DE-E', region: 'Upper' },
    { country: 'Germany', territory: 'DE-S', region: 'Lower' },
  ]
  expect(told([north], { planning_level: 'country' })).toEqual([
    'Germany is planned as a whole, and this is for DE-N alone',
  ])
  expect(told([line(1)], { planning_level: 'territory' })).toEqual([
    'Germany is planned by territory, and this is for the country as a whole',
  ])
  expect(told([north], { planning_level: 'territory' }, { territories })).toEqual([])
  expect(told([north], { planning_level: 'region' }, { territories, regions })).toEqual([
    'Germany is planned by region, and of Upper DE-E is missing',
  ])
})

test('stickers that are not stackable exclude each other; others are given on top of them', () => {
  const stickers = new Map([...around.stickers, sticker('TOP', { stackable: true }), sticker('CASH')])
  const both = (second: string) => told([line(1), line(2, { sticker_code: second })], {}, { stickers })
  expect(both('TOP')).toEqual([])
  expect(both('CASH')).toEqual(['M1 has S-DE and CASH in Germany, which are not given together'])
})

test('differences of two plans add up to what the second costs more', () => {
  const priced = (one: PlanLine, plan_cost: string) => ({ ...one, plan_cost })
  const differences = planDifferences(
    [
      priced(line(1), '200'),
      priced(line(2, { material_number: 'A' }), '50'),
      priced(line(3, { material_number: 'B' }), '7'),
    ],
    [
      priced(line(1, { volume: '12' }), '240'),
      priced(line(2, { material_number: 'B' }), '7.00'),
      priced(line(3, { material_number: 'C' }), '30'),
    ],
  )
  expect(differences.map(({ material_number, change, cost_more }) => [material_number, change, cost_more])).toEqual([
    ['M1', 'changed', '40'],
    ['A', 'removed', '-50'],
    ['C', 'added', '30'],
  ])
})
