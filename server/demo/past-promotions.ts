import { costingFigures } from '../promotions/costing-figures.ts'
import type { DemoMasters, Row } from './masters.ts'

const past = [
  {
    promotion: 'SPRING-26',
    what: 'Spring cleaning',
    from: '2026-03-01',
    to: '2026-04-30',
    line: 'Machines',
    country: null,
    planned: 1.08,
  },
  {
    promotion: 'SUMMER-26',
    what: 'Summer hygiene',
    from: '2026-06-01',
    to: '2026-07-31',
    line: 'Cleaning',
    country: null,
    planned: 1.2,
  },
  {
    promotion: 'AUTUMN-26',
    what: 'Autumn washroom',
    from: '2026-09-01',
    to: '2026-10-31',
    line: 'Dispensers',
    country: null,
    planned: 0.92,
  },
  {
    promotion: 'GERMANY-26',
    what: 'German anniversary',
    from: '2026-05-01',
    to: '2026-08-31',
    line: 'Paper',
    country: 'Germany',
    planned: 1.02,
  },
] as const

/** Costings of promotions that are over, of the materials of a line that sold best in their days: what was planned can be held against what was sold. */
export function pastCostings(
  { materials, employees }: DemoMasters,
  sales: readonly Row[],
  { first, decidedBy }: { readonly first: number; readonly decidedBy: string },
): Row[] {
  const byNumber = new Map(materials.map((one) => [String(one['material_number']), one]))
  return past.map(({ promotion, what, from, to, line, country, planned }, index) => {
    const sold = new Map<string, number>()
    for (const { material_number: number, billing_date: day, quantity, country: where } of sales) {
      const isOf = byNumber.get(String(number))?.['product_line'] === line && (country === null || where === country)
      if (isOf && String(day) >= from && String(day) <= to)
        sold.set(String(number), (sold.get(String(number)) ?? 0) + Number(quantity))
    }
    const best = [...sold].sort(([a, more], [b, less]) => less - more || a.localeCompare(b)).slice(0, 5)
    const lines = best.map(([number, units], at) => {
      const material = byNumber.get(number)!
      const list = Number(material['list_price'])
      const expected = Math.max(4, Math.round(units * (planned + (at - 2) * 0.06)))
      return {
        material_number: number,
        baseline_quantity: String(Math.max(2, Math.round(expected / 1.3))),
        planned_quantity: String(expected),
        list_price: list.toFixed(2),
        promotional_price: (list * 0.94).toFixed(2),
        unit_cost: Number(material['standard_cost']).toFixed(2),
        funding: null,
      }
    })
    const fixed = { advertising: '900.00', logistics: '180.00' }
    return {
      costing_number: `CO-${String(first + index).padStart(6, '0')}`,
      description: `${what}: six percent off`,
      promotion,
      scenario: 'Price cut',
      country,
      valid_from: from,
      valid_to: to,
      currency: 'EUR',
      lines,
      ...fixed,
      ...costingFigures(lines, Object.values(fixed)),
      requested_by: employees[index % employees.length]!['employee_number'],
      justification: 'Planned with the sales of the year before.',
      approval_status: 'approved',
      submitted_by: decidedBy,
      submitted_at: `${from.slice(0, 5)}01-12T09:00:00.000Z`,
      decided_by: decidedBy,
      decided_at: `${from.slice(0, 5)}01-19T10:30:00.000Z`,
    }
  })
}
