import { expect, test } from 'vitest'
import { judgePlan, type PlanSurroundings, type Sticker } from './judge-plan.ts'
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
      max_support_percent: '15',
      min_days: null,
      max_days: 60,
      max_stickers: 1,
    },
  ],
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
    ['warning', 'It lasts 92 days; at most 60 are meant for Machines in Germany'],
  ])
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
