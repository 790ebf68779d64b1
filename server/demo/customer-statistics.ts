import type { DemoMasters, Row } from './masters.ts'
import { createRandom, type Random } from './random.ts'

const money = (cents: number): string => (cents / 100).toFixed(2)
const iso = (at: number): string => new Date(at).toISOString().slice(0, 10)
const months = 10

/** What a month sells of an average one, January to October: least in the summer holidays. */
const season = [1.12, 1.05, 1, 0.94, 0.88, 0.82, 0.78, 0.84, 1, 1.1]

/** What customers report of a month, by the fifth of the next; those of every fourth leave out their stock. */
function reported(random: Random, { customers, materials }: DemoMasters): Row[] {
  const retailers = customers.filter((one) => one['class_of_trade'] === 'Retail').slice(0, 8)
  const distributors = customers.filter((one) => one['class_of_trade'] === 'Wholesale').slice(0, 4)
  const sold = materials.filter((one) => one['product_line'] !== 'Machines')
  return [...retailers, ...distributors].flatMap((customer, place) => {
    const isRetailer = place < retailers.length
    return sold.slice(place * 4, place * 4 + 14).flatMap((material, at) => {
      const pace = (isRetailer ? 30 : 110) + (Number(material['material_number']) % 41) + (at % 5) * 8
      const list = Math.round(Number(material['list_price']) * 100)
      let stock = Math.round(pace * 1.4)
      return Array.from({ length: months }, (_, month) => {
        const gone = Math.round(pace * season[month]! * (0.8 + random.whole(0, 40) / 100))
        const back = random.chance(0.15) ? random.whole(1, 4) : 0
        stock = Math.max(0, stock + (at % 6 === 5 && month > 6 ? 0 : pace) - gone)
        // October was reported in time for the demo's own today, the second of November.
        const day = Math.min(Date.UTC(2026, month + 1, 5), Date.UTC(2026, 10, 2))
        return {
          customer_number: customer['customer_number'],
          customer_name: customer['customer_name'],
          material_number: material['material_number'],
          material_description: material['material_description'],
          customer_material: isRetailer ? `${at + 11}${String(material['material_number']).slice(-4)}` : null,
          period_from: iso(Date.UTC(2026, month, 1)),
          period_to: iso(Date.UTC(2026, month + 1, 0)),
          quantity: String(gone - back),
          uom: 'EA',
          net_value: money(Math.round(list * (isRetailer ? 1.28 : 1.06)) * (gone - back)),
          currency: 'EUR',
          returned_quantity: String(back),
          stock_quantity: place % 4 === 3 ? null : String(stock),
          stock_value: place % 4 === 3 ? null : money(Math.round(list * 0.94) * stock),
          outlets: isRetailer ? 4 + ((place * 5 + at) % 19) : null,
          reported_date: iso(day),
          document_number: `${isRetailer ? 'SLSRPT' : '852'}-2026${String(month + 1).padStart(2, '0')}-${place + 1}`,
          source_system: isRetailer ? 'POS' : 'EDI',
          job_id: `STAT-2026-${String(month + 1).padStart(2, '0')}`,
        }
      })
    })
  })
}

/** Lines of the last report: some wait for a cross reference or a correction, two can be mapped as they are. */
function staged({ customerReferences, materials }: DemoMasters): Row[] {
  const [known] = customerReferences
  const line = (no: number, more: Row): Row => ({
    staging_number: `ST-${String(no).padStart(6, '0')}`,
    status: 'refused',
    job_id: 'STAT-2026-10-B',
    source_system: known!['source_system'],
    customer_number: known!['external_number'],
    customer_name: known!['external_name'],
    month: '10/2026',
    material_number: materials[no]!['material_number'],
    material_description: materials[no]!['material_description'],
    quantity: String(no * 18),
    uom: 'EA',
    net_value: (no * 233.1).toFixed(2),
    currency: 'EUR',
    stock_quantity: String(no * 7),
    reported_date: '2026-11-02',
    document_number: 'SLSRPT-202610-14',
    ...more,
  })
  const none = (kind: string, number: string) => `There is no ${kind} ${number}, nor a cross reference of it.`
  return [
    line(1, { status: 'waiting' }),
    line(2, { status: 'waiting' }),
    line(3, { customer_number: 'STORE-0815', reason: none('customer', 'STORE-0815') }),
    line(4, { material_number: 'EAN 4006381333931', reason: none('material', 'EAN 4006381333931') }),
    line(5, { month: 'P10', reason: 'Month: "P10" is none. Write it as 2026-03, 03/2026 or March 2026.' }),
    line(6, { quantity: 'n/a', reason: 'Sold: A number is needed.' }),
  ]
}

/** What retailers and distributors have told of their sales in 2026, and lines of it that wait. */
export const makeCustomerStatistics = (
  seed: number,
  masters: DemoMasters,
): Readonly<Record<string, readonly Row[]>> => ({
  'customer-statistic': reported(createRandom(seed), masters),
  'staging-customer-statistic': staged(masters),
})
