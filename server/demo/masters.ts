import type { Random } from './random.ts'
import * as words from './words.ts'

export type Row = Readonly<Record<string, unknown>>

/** The masters of one demo organisation, sized by `customers`; key values are unique within it. */
export interface DemoMasters {
  readonly customers: readonly Row[]
  readonly customerOrganizations: readonly Row[]
  readonly customerReferences: readonly Row[]
  readonly materials: readonly Row[]
  readonly units: readonly Row[]
  readonly suppliers: readonly Row[]
  readonly employees: readonly Row[]
}

const amount = (cents: number): string => (cents / 100).toFixed(2)

const addressOf = (random: Random) => {
  const place = random.pick(words.places)
  return {
    street: `${random.pick(words.streets)} ${random.whole(1, 180)}`,
    city: place.city,
    region: place.region,
    postal_code: place.postal,
    country: place.country,
    phone: `${place.phone} ${random.whole(100_000, 999_999)}`,
    language: place.language,
  }
}

const without = (row: Record<string, unknown>, name: string): Row => {
  const { [name]: _left, ...rest } = row
  return rest
}

const mailName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase()

function employee(random: Random, index: number): Row {
  const first = random.pick(words.firstNames)
  const last = random.pick(words.companyNames)
  const seller = index > 3 && random.chance(0.7)
  return {
    ...without(addressOf(random), 'language'),
    employee_number: `E${1001 + index}`,
    full_name: `${first} ${last}`,
    first_name: first,
    last_name: last,
    job_title: index < 4 ? 'Head of sales' : seller ? 'Account manager' : 'Rebate analyst',
    department: index < 4 || seller ? 'Sales' : 'Finance',
    sales_role: index < 4 ? 'manager' : seller ? random.pick(['representative', 'key_account']) : 'none',
    commission_eligible: seller,
    commission_plan: seller ? 'Standard' : null,
    manager: index < 4 ? null : `E${1001 + (index % 4)}`,
    territory: random.pick(['North', 'South', 'East', 'West']),
    email: `${mailName(first)}.${mailName(last)}${index}@example.com`,
    hire_date: `${random.whole(2008, 2025)}-${String(random.whole(1, 12)).padStart(2, '0')}-01`,
    status: random.chance(0.95) ? 'active' : 'leave',
  }
}

function customer(random: Random, index: number, employees: readonly Row[]): Row {
  const name = `${random.pick(words.companyNames)} ${random.pick(words.companyKinds)}`
  const blocked = random.chance(0.03)
  return {
    ...addressOf(random),
    customer_number: String(10_001 + index),
    customer_name: name,
    search_term: name.split(' ')[0]!.toUpperCase(),
    customer_type: random.pick(['direct', 'direct', 'distributor', 'reseller', 'end_customer', 'buying_group']),
    customer_group: random.pick(words.customerGroups),
    industry: random.pick(words.industries),
    class_of_trade: random.pick(words.tradeClasses),
    status: blocked ? 'blocked' : random.chance(0.05) ? 'inactive' : 'active',
    block_reason: blocked ? 'Payment overdue' : null,
    email: `orders${index}@${mailName(name)}.example`,
    contact_person: `${random.pick(words.firstNames)} ${random.pick(words.companyNames)}`,
    currency: 'EUR',
    payment_terms: random.pick(['30 days', '14 days 2 %', '60 days']),
    credit_limit: amount(random.whole(5, 500) * 100_000),
    tax_number: `EU${random.whole(100_000_000, 999_999_999)}`,
    tax_exempt: random.chance(0.04),
    gln: String(4_000_000_000_000 + random.whole(0, 999_999_999)),
    parent_customer: index > 20 && random.chance(0.15) ? String(10_001 + random.whole(0, 19)) : null,
    sales_employee: random.pick(employees)['employee_number'],
    valid_from: '2020-01-01',
  }
}

function material(random: Random, index: number, suppliers: readonly Row[]): Row {
  const line = words.productLines[index % words.productLines.length]!
  const price = random.whole(line.price[0] * 100, line.price[1] * 100)
  const brand = random.pick(words.brands)
  return {
    material_number: `${100_100 + index * 7}`,
    material_description: `${brand} ${random.pick(line.items)}, ${random.pick(line.sizes)}`,
    material_type: line.line === 'Machines' ? 'trading' : 'finished',
    material_group: line.group,
    product_category: line.line,
    product_line: line.line,
    brand,
    base_uom: 'EA',
    gross_weight: (random.whole(100, 30_000) / 1000).toFixed(3),
    weight_uom: 'KG',
    gtin: String(4_000_000_000_000 + index * 13),
    standard_cost: amount(Math.round(price * 0.62)),
    list_price: amount(price),
    currency: 'EUR',
    country_of_origin: random.pick(words.places).country,
    supplier_number: random.pick(suppliers)['supplier_number'],
    rebate_relevant: line.line !== 'Machines',
    promotion_relevant: random.chance(0.25),
    status: random.chance(0.95) ? 'active' : 'inactive',
    valid_from: '2020-01-01',
  }
}

function supplier(random: Random, index: number): Row {
  const name = `${random.pick(words.companyNames)} ${random.pick(['Werke AG', 'Manufacturing Ltd', 'Industries SA', 'Fabrieken NV'])}`
  return {
    ...without(addressOf(random), 'language'),
    supplier_number: `S${2001 + index}`,
    supplier_name: name,
    supplier_type: random.pick(['manufacturer', 'manufacturer', 'wholesaler', 'carrier']),
    supplier_group: random.pick(['Strategic', 'Preferred', 'Spot']),
    status: random.chance(0.96) ? 'active' : 'inactive',
    email: `sales${index}@${mailName(name)}.example`,
    currency: 'EUR',
    payment_terms: '30 days',
    rebate_settlement: random.pick(['credit_memo', 'debit_memo', 'payment']),
    valid_from: '2020-01-01',
  }
}

const series = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index))

/** Makes the masters of an organisation with that many customers; the other masters follow in proportion. */
export function makeMasters(random: Random, size: number): DemoMasters {
  const employees = series(Math.max(6, Math.round(size / 9)), (index) => employee(random, index))
  const suppliers = series(Math.max(5, Math.round(size / 8)), (index) => supplier(random, index))
  const customers = series(size, (index) => customer(random, index, employees))
  const materials = series(Math.round(size * 1.5), (index) => material(random, index, suppliers))
  return {
    employees,
    suppliers,
    customers,
    materials,
    customerOrganizations: customers.map((row) => ({
      customer_number: row['customer_number'],
      sales_organization: '1000',
      distribution_channel: '10',
      division: '00',
      price_group: random.pick(['A', 'B', 'C']),
      currency: 'EUR',
      payment_terms: row['payment_terms'],
      rebate_relevant: true,
      status: 'active',
    })),
    customerReferences: customers.slice(0, Math.round(size / 3)).map((row, index) => ({
      source_system: random.pick(['EDI', 'WEBSHOP']),
      external_number: `X-${30_000 + index}`,
      external_name: row['customer_name'],
      identifier_type: 'account',
      customer_number: row['customer_number'],
      valid_from: '2022-01-01',
    })),
    units: materials
      .filter((row) => row['product_line'] !== 'Machines')
      .map((row) => ({
        material_number: row['material_number'],
        uom: 'CS',
        numerator: String(random.pick([6, 10, 12, 24])),
        denominator: '1',
        sales_unit: true,
      })),
  }
}
