import { writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { planDifferences, type ComparedLine } from '../domain/promotions/plan-differences.ts'
import { xlsxRow } from '../engine/export.ts'
import { escapeFormula } from '../engine/formula-escape.ts'
import type { WorkedPlan } from './plan.ts'
import type { Scenario } from './scenario.ts'

type Cell = string | number | null

const cell = (value: Cell): Cell => (typeof value === 'string' ? escapeFormula(value) : value)

// Beyond fifteen digits a number of a workbook is no longer exact.
const figure = (value: string | null): Cell => (value === null ? null : value.length <= 15 ? Number(value) : value)

const sheet = (name: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): WriteSheet => ({
  name,
  columns: heads.map((head) => ({ width: Math.max(12, Math.min(40, head.length + 4)) })),
  rows: [heads, ...rows.map((row) => row.map(cell))].map(xlsxRow),
  freezePane: { rows: 1 },
})

/** A scenario with what it plans. */
export interface Planned {
  readonly scenario: Scenario
  readonly plan: WorkedPlan
}

const changeWords = { added: 'Only in the second', removed: 'Only in the first', changed: 'Changed' } as const

/** differences.xlsx: the headers side by side, what each country costs in each, and every line that differs from the first. */
export function differencesWorkbook(planned: readonly Planned[]): Promise<Uint8Array> {
  const numbers = planned.map(({ scenario }) => scenario.scenario_number)
  const headers = sheet(
    'Scenarios',
    ['', ...numbers],
    [
      ['Description', ...planned.map(({ scenario }) => scenario.description)],
      ['Status', ...planned.map(({ scenario }) => scenario.status)],
      ['From', ...planned.map(({ scenario }) => scenario.valid_from)],
      ['To', ...planned.map(({ scenario }) => scenario.valid_to)],
      ['Currency', ...planned.map(({ scenario }) => scenario.currency)],
      ['Lines', ...planned.map(({ plan }) => plan.lines.length)],
      ['Cash support', ...planned.map(({ plan }) => figure(plan.totals.cash))],
      ['Coverage', ...planned.map(({ plan }) => figure(plan.totals.coverage))],
      ['Financing', ...planned.map(({ plan }) => figure(plan.totals.finance))],
      ['Cost', ...planned.map(({ plan }) => figure(plan.totals.cost))],
    ],
  )
  const countries = [...new Set(planned.flatMap(({ scenario }) => scenario.countries))]
  const markets = sheet(
    'Countries',
    ['Country', ...numbers.flatMap((number) => [`${number} units`, `${number} cost`])],
    countries.map((country) => [
      country,
      ...planned.flatMap(({ plan }) => {
        const market = plan.markets.find((one) => one.country === country)
        return [figure(market?.volume ?? null), figure(market?.cost ?? null)]
      }),
    ]),
  )
  const [first, ...others] = planned
  const lines = others.map(({ scenario, plan }) =>
    sheet(
      `${first!.scenario.scenario_number} ${scenario.scenario_number}`.slice(0, 31),
      [
        'Country',
        'Territory',
        'Sticker',
        'Material',
        'Custom group',
        'Difference',
        'Units, first',
        'Units, second',
        'Support, first',
        'Support, second',
        'Financed, first',
        'Financed, second',
        'Cost, first',
        'Cost, second',
        'Costs more',
      ],
      planDifferences(first!.plan.lines as readonly ComparedLine[], plan.lines).map((one) => [
        one.country,
        one.territory,
        one.sticker_code,
        one.material_number,
        one.group_code,
        changeWords[one.change],
        ...one.volume.map(figure),
        ...one.support_per_unit.map(figure),
        ...one.financed_percent.map(figure),
        ...one.plan_cost.map(figure),
        figure(one.cost_more),
      ]),
    ),
  )
  return writeXlsx({ sheets: [headers, markets, ...lines] })
}

const conditionTypes = [
  ['ZCSH', 'cash_cost', 'support_per_unit'],
  ['ZCOV', 'coverage_cost', 'coverage_per_unit'],
  ['ZFIN', 'finance_cost', null],
] as const

/** The workbook in which an approved plan is taken over by Vistex: the agreement, and a condition record for each kind of cost of a line. */
export function vistexWorkbook({ scenario, plan }: Planned): Promise<Uint8Array> {
  const agreement = sheet(
    'Agreement',
    [
      'Agreement',
      'Description',
      'Agreement type',
      'Product line',
      'Valid from',
      'Valid to',
      'Currency',
      'Accrual amount',
      'Status',
    ],
    [
      [
        scenario.scenario_number,
        scenario.description,
        'PROMO',
        scenario.product_lines.join(', '),
        scenario.valid_from,
        scenario.valid_to,
        scenario.currency,
        figure(plan.totals.cost),
        scenario.status,
      ],
    ],
  )
  const conditions = plan.lines
    .filter(({ fault }) => fault === null)
    .flatMap((line) =>
      conditionTypes.flatMap(([type, cost, unit]) =>
        Number(line[cost]) === 0
          ? []
          : [
              [
                scenario.scenario_number,
                type,
                line.sticker_code,
                line.country,
                line.territory,
                line.material_number,
                line.group_code,
                unit === null ? figure(line.buydown_percent) : figure(line[unit]),
                unit === null ? '%' : line.currency,
                figure(line.volume),
                figure(line[cost]),
                line.currency,
                scenario.valid_from,
                scenario.valid_to,
              ] as Cell[],
            ],
      ),
    )
  const records = sheet(
    'Conditions',
    [
      'Agreement',
      'Condition type',
      'Sticker',
      'Country',
      'Territory',
      'Material',
      'Custom group',
      'Rate',
      'Rate unit',
      'Planned units',
      'Accrual',
      'Currency',
      'Valid from',
      'Valid to',
    ],
    conditions,
  )
  return writeXlsx({ sheets: [agreement, records] })
}
