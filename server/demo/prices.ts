import { ediMappings } from './edi-mappings.ts'
import type { DemoMasters, Row } from './masters.ts'
import { createRandom, type Random } from './random.ts'

interface Person {
  readonly email: string
  readonly role: string
}

const attributes: readonly Row[] = [
  ['CUSTOMER', 'Customer', 'customer_number', 'key'],
  ['CUSTOMER-GROUP', 'Customer group', 'customer_group', 'both'],
  ['CLASS-OF-TRADE', 'Class of trade', 'class_of_trade', 'both'],
  ['COUNTRY', 'Country of the customer', 'country', 'both'],
  ['SALES-ORG', 'Sales organization', 'sales_organization', 'both'],
  ['CHANNEL', 'Distribution channel', 'distribution_channel', 'both'],
].map(([attribute, description, field, usage], index) => ({
  attribute,
  description,
  field,
  usage,
  is_required: false,
  sequence: (index + 1) * 10,
  status: 'active',
}))

const types: readonly Row[] = [
  ['LIST', 'List price', 'list', true],
  ['NET', 'Agreed net price', 'net', true],
  ['PROMO', 'Promotional price', 'promotional', true],
  ['TENDER', 'Price of a tender', 'tender', true],
  ['RRP', 'Recommended retail price', 'retail', false],
  ['FLOOR', 'Lowest price anybody may offer', 'floor', false],
].map(([price_type, description, category, is_sold_at]) => ({
  price_type,
  description,
  category,
  is_sold_at,
  includes_tax: price_type === 'RRP',
  decimals: 2,
  status: 'active',
}))

const list = (price_list: string, description: string, priority: number, more: Row): Row => ({
  price_list,
  description,
  priority,
  list_type: 'standard',
  price_type: 'LIST',
  currency: 'EUR',
  valid_from: '2025-01-01',
  status: 'active',
  ...more,
})

const hospitals = {
  list_type: 'contract',
  price_type: 'TENDER',
  valid_from: '2026-01-01',
  valid_to: '2027-12-31',
  key_fields: ['COUNTRY'],
  qualifiers: [{ attribute: 'CLASS-OF-TRADE', value: 'Hospital' }],
}

const lists: readonly Row[] = [
  list('STANDARD', 'Standard list prices', 90, { notes: 'What everybody pays who has no other price.' }),
  list('STANDARD-2027', 'Standard list prices 2027, draft', 90, {
    status: 'draft',
    valid_from: '2027-01-01',
    base_list: 'STANDARD',
  }),
  list('GROUPS', 'Prices of customer groups', 50, {
    list_type: 'group',
    price_type: 'NET',
    key_fields: ['CUSTOMER-GROUP', 'COUNTRY'],
  }),
  list('KEY-ACCOUNTS', 'Agreed prices of key accounts', 20, {
    list_type: 'customer',
    price_type: 'NET',
    key_fields: ['CUSTOMER'],
  }),
  list('HOSPITALS', 'Framework of the hospitals', 40, hospitals),
  list('WINTER-2026', 'Winter promotion 2026', 10, {
    list_type: 'promotional',
    price_type: 'PROMO',
    valid_from: '2026-11-16',
    valid_to: '2027-01-10',
  }),
  list('UNITED-KINGDOM', 'List prices in pounds', 30, {
    list_type: 'regional',
    currency: 'GBP',
    valid_from: '2026-01-01',
    regions: [{ country: 'United Kingdom', region: null }],
  }),
  list('FLOOR', 'Lowest prices', 99, {
    price_type: 'FLOOR',
    valid_from: '2026-01-01',
    application_type: 'Profit Optimization',
  }),
]

const offInvoice: readonly Row[] = [
  ['freight', 'Freight to the customer', true, '2.5'],
  ['logistics', 'Warehouse and handling', true, '1.2'],
  ['cooperative', 'Advertising of customers', true, null],
  ['commission', 'Commission of own people', false, '1'],
].map(([cost_type, description, in_pocket, default_rate]) => ({
  cost_type,
  description,
  in_pocket,
  default_rate,
  valid_from: '2026-01-01',
  status: 'active',
}))

const money = (value: number): string => (Math.round(value * 100) / 100).toFixed(2)

interface Made {
  readonly random: Random
  readonly row: (material: Row, price: number, more: Row) => Row
}

/** Two years of list prices, a rise in the middle of the second for some, and breaks for what is sold by the case. */
function standard(materials: readonly Row[], { row }: Made): Row[] {
  return materials.slice(0, 150).flatMap((material, at) => {
    const list = Number(material['list_price'])
    const breaks: readonly (readonly [string, number])[] =
      at % 3 === 0
        ? [
            ['0', 1],
            ['24', 0.96],
            ['96', 0.92],
          ]
        : [['0', 1]]
    const isRaised = at % 5 === 1
    return breaks.flatMap(([qty_from, level]) => [
      row(material, list * level * (at % 7 === 3 ? 0.99 : 0.965), {
        price_list: 'STANDARD',
        qty_from,
        valid_from: '2025-01-01',
        valid_to: '2025-12-31',
      }),
      row(material, list * level, {
        price_list: 'STANDARD',
        qty_from,
        valid_from: '2026-01-01',
        valid_to: isRaised ? '2026-06-30' : null,
        reason: 'Yearly revision',
      }),
      ...(isRaised
        ? [
            row(material, list * level * (at % 2 === 0 ? 1.04 : 0.97), {
              price_list: 'STANDARD',
              qty_from,
              valid_from: '2026-07-01',
              reason: at % 2 === 0 ? 'Raw materials have become dearer' : 'A competitor went down',
            }),
          ]
        : []),
    ])
  })
}

/** What single customers agreed: yearly, with a break, some of it still to be approved. */
function agreed({ customers, materials }: DemoMasters, { random, row }: Made): Row[] {
  return customers.slice(0, 10).flatMap((customer, place) =>
    Array.from({ length: 14 }, (_, at) => materials[(place * 3 + at * 4) % 90]!).flatMap((material, at) => {
      const list = Number(material['list_price'])
      const off = random.pick([0.78, 0.82, 0.85, 0.88])
      const own = { price_list: 'KEY-ACCOUNTS', customer_number: customer['customer_number'] }
      const coming = { ...own, valid_from: '2027-01-01', reason: 'Yearly talks' }
      return [
        row(material, list * off * 0.98, { ...own, valid_from: '2025-01-01', valid_to: '2025-12-31' }),
        row(material, list * off, { ...own, valid_from: '2026-01-01', valid_to: '2026-12-31', reason: 'Yearly talks' }),
        ...(at % 3 === 0
          ? [
              row(material, list * (off - 0.04), {
                ...own,
                qty_from: '48',
                valid_from: '2026-01-01',
                valid_to: '2026-12-31',
              }),
            ]
          : []),
        ...(place < 5
          ? [
              row(material, list * off * 1.025, {
                ...coming,
                approval_status:
                  place === 4 && at % 2 === 0 ? 'Issue Resolution' : place % 2 === 0 ? 'submit_approval' : 'new',
              }),
            ]
          : []),
      ]
    }),
  )
}

const inGroups = (materials: readonly Row[], { row }: Made): Row[] =>
  ['Key accounts', 'Regional chains', 'Hospitality', 'Public sector'].flatMap((customer_group, place) =>
    materials.slice(place * 5, place * 5 + 40).map((material, at) =>
      row(material, Number(material['list_price']) * (0.93 - place * 0.01), {
        price_list: 'GROUPS',
        customer_group,
        country: at % 8 === 0 ? 'Germany' : null,
        valid_from: '2026-01-01',
        valid_to: null,
      }),
    ),
  )

function others(materials: readonly Row[], { row }: Made): Row[] {
  const priced = (from: number, to: number, level: number, more: (at: number) => Row): Row[] =>
    materials.slice(from, to).map((material, at) => row(material, Number(material['list_price']) * level, more(at)))
  return [
    ...priced(0, 45, 0.8, (at) => ({
      price_list: 'HOSPITALS',
      country: at % 4 === 0 ? 'France' : null,
      valid_from: '2026-01-01',
      valid_to: '2027-12-31',
    })),
    ...priced(10, 34, 0.75, (at) => ({
      price_list: 'WINTER-2026',
      valid_from: '2026-11-16',
      valid_to: '2027-01-10',
      approval_status: at < 16 ? 'approved' : at < 20 ? 'submit_approval' : at < 22 ? 'rejected' : 'new',
      reason: 'Winter promotion',
    })),
    ...priced(0, 60, 0.88, () => ({ price_list: 'UNITED-KINGDOM', currency: 'GBP', valid_from: '2026-01-01' })),
    ...priced(0, 80, 0.68, () => ({ price_list: 'FLOOR', valid_from: '2026-01-01' })),
    ...priced(0, 120, 1.03, () => ({
      price_list: 'STANDARD-2027',
      valid_from: '2027-01-01',
      approval_status: 'new',
      reason: 'Three percent, yearly revision',
    })),
  ]
}

/** The state of approval of a price as it would be had people submitted and decided it. */
function decided(row: Row, index: number, author: Person, decider: Person): Row {
  const status = String(row['approval_status'])
  const from = String(row['valid_from'])
  const day = (before: number): string =>
    new Date(Math.min(Date.parse(from), Date.UTC(2026, 10, 24)) - (before + (index % 9)) * 86_400_000)
      .toISOString()
      .slice(0, 10)
  const isOpen = status === 'new' || status === 'new_changes'
  const isDecided = !isOpen && status !== 'submit_approval'
  return {
    ...row,
    submitted_by: isOpen ? null : author.email,
    submitted_at: isOpen ? null : `${day(21)}T09:10:00.000Z`,
    decided_by: isDecided ? decider.email : null,
    decided_at: isDecided ? `${day(14)}T14:25:00.000Z` : null,
    waiting_for: status === 'submit_approval' ? 'Whoever may approve prices' : null,
    approval_note:
      status === 'rejected'
        ? 'Below the floor once the bonus is taken off.'
        : status === 'Issue Resolution'
          ? 'Which volume was promised for this?'
          : null,
  }
}

/** Price lists of every kind and their prices: past, present and coming, approved and not; by screen, parents before parts. */
export function makePrices(
  seed: number,
  masters: DemoMasters,
  people: readonly Person[],
): Readonly<Record<string, readonly Row[]>> {
  const author = people[0]!
  const decider = people.find(({ role }) => role === 'ADMINISTRATOR') ?? author
  const row: Made['row'] = (material, price, more) => ({
    material_number: material['material_number'],
    uom: 'EA',
    qty_from: '0',
    price: money(price),
    per_quantity: '1',
    currency: 'EUR',
    approval_status: 'approved',
    ...more,
  })
  const made: Made = { random: createRandom(seed), row }
  const { materials } = masters
  const prices = [
    ...standard(materials, made),
    ...agreed(masters, made),
    ...inGroups(materials, made),
    ...others(materials, made),
  ]
  // Some list prices are being changed: what was approved holds until the change is.
  const changed = prices.map((one, index) =>
    one['price_list'] === 'STANDARD' && one['valid_to'] === null && index % 37 === 0
      ? {
          ...one,
          price_in_force: one['price'],
          price: money(Number(one['price']) * 1.05),
          approval_status: 'new_changes',
        }
      : one,
  )
  return {
    'off-invoice-config': offInvoice,
    'edi-mapping': ediMappings,
    'price-attribute': attributes,
    'price-type': types,
    'price-list-master': lists.map((one, index) => ({
      ...one,
      owner: masters.employees[index % masters.employees.length]!['employee_number'],
    })),
    'price-list-data': changed.map((one, index) => decided(one, index, author, decider)),
  }
}
