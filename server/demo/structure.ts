import type { DemoMasters, Row } from './masters.ts'
import type { Random } from './random.ts'
import { productLines, tradeClasses } from './words.ts'

const segments: Readonly<Record<string, string>> = {
  Retail: 'retail',
  Wholesale: 'wholesale',
  Hospital: 'acute',
  Pharmacy: 'retail',
  'Food service': 'other',
}

const classes: readonly Row[] = tradeClasses.map((name) => ({
  class_of_trade: name,
  description: name === 'Hospital' ? 'Hospitals and clinics' : name,
  segment: segments[name] ?? 'other',
  price_eligible: true,
  rebate_eligible: true,
  government_reporting: 'included',
  status: 'active',
  valid_from: '2020-01-01',
}))

const classReferences: readonly Row[] = [
  ['IQVIA', '01', 'Acute care hospital', 'Hospital'],
  ['IQVIA', '22', 'Retail pharmacy', 'Pharmacy'],
  ['IQVIA', '35', 'Drug wholesaler', 'Wholesale'],
  ['HIN', 'HOSP', 'Hospital', 'Hospital'],
  ['HIN', 'PHCY', 'Pharmacy', 'Pharmacy'],
  ['GPO-A', 'FOODS', 'Food service operator', 'Food service'],
].map(([source_system, external_class, external_description, class_of_trade]) => ({
  source_system,
  external_class,
  external_description,
  class_of_trade,
  priority: 1,
  valid_from: '2020-01-01',
}))

const units: readonly Row[] = [
  { uom: 'EA', description: 'Each', iso_code: 'EA', dimension: 'count', decimals: 0 },
  { uom: 'CS', description: 'Case', iso_code: 'CS', dimension: 'count', decimals: 0 },
  { uom: 'PAL', description: 'Pallet', iso_code: 'PX', dimension: 'count', decimals: 0 },
  { uom: 'KG', description: 'Kilogram', iso_code: 'KGM', dimension: 'mass', decimals: 3 },
  { uom: 'G', description: 'Gram', iso_code: 'GRM', dimension: 'mass', base_unit: 'KG', factor: '0.001', decimals: 0 },
  { uom: 'T', description: 'Tonne', iso_code: 'TNE', dimension: 'mass', base_unit: 'KG', factor: '1000', decimals: 3 },
  { uom: 'L', description: 'Litre', iso_code: 'LTR', dimension: 'volume', decimals: 3 },
  {
    uom: 'ML',
    description: 'Millilitre',
    iso_code: 'MLT',
    dimension: 'volume',
    base_unit: 'L',
    factor: '0.001',
    decimals: 0,
  },
  { uom: 'M', description: 'Metre', iso_code: 'MTR', dimension: 'length', decimals: 3 },
]

// Near the yearly averages of these years; the demo needs plausible figures, not the published ones.
const euroIn: Readonly<Record<string, number>> = { USD: 1.085, GBP: 0.855, CHF: 0.96, SEK: 11.4, PLN: 4.35, JPY: 158 }

function rates(random: Random): Row[] {
  const months = Array.from({ length: 24 }, (_, index) => new Date(Date.UTC(2024, index, 1)).toISOString().slice(0, 10))
  return Object.entries(euroIn).flatMap(([to_currency, middle]) =>
    months.map((valid_from) => ({
      rate_type: 'average',
      from_currency: 'EUR',
      to_currency,
      valid_from,
      rate: (middle * (0.97 + random.whole(0, 60) / 1000)).toFixed(6),
      per_units: 1,
      source: 'Treasury',
    })),
  )
}

const territoryNames = ['North', 'South', 'East', 'West']

const districts: Readonly<Record<string, readonly string[]>> = {
  North: ['Nordics', 'Baltics', 'British Isles'],
  South: ['Iberia', 'Italy', 'Greece and Cyprus'],
  East: ['Poland', 'Danube'],
  West: ['Benelux', 'France', 'Germany'],
}

function territories(masters: DemoMasters): Row[] {
  const managers = masters.employees.slice(0, territoryNames.length)
  return [
    { territory: 'Europe', description: 'Europe', level: 'area', status: 'active', valid_from: '2020-01-01' },
    ...territoryNames.map((name, index) => ({
      territory: name,
      description: `Europe ${name}`,
      level: 'region',
      parent_territory: 'Europe',
      manager: managers[index]?.['employee_number'],
      status: 'active',
      valid_from: '2020-01-01',
      employees: masters.employees
        .filter((one) => one['territory'] === name && one['commission_eligible'] === true)
        .slice(0, 20)
        .map((one) => ({
          employee_number: one['employee_number'],
          role: 'primary',
          credit: '100',
          valid_from: '2020-01-01',
        })),
    })),
    ...Object.entries(districts).flatMap(([region, names]) =>
      names.map((name) => ({
        territory: name,
        description: `${name} district`,
        level: 'district',
        parent_territory: region,
        status: 'active',
        valid_from: '2021-01-01',
      })),
    ),
  ]
}

function productGroups(masters: DemoMasters): Row[] {
  return [
    {
      product_group: 'ALL',
      description: 'All products',
      group_type: 'general',
      status: 'active',
      valid_from: '2020-01-01',
    },
    ...productLines.map(({ line, group }) => ({
      product_group: line.toUpperCase().slice(0, 30),
      description: `${line}: ${group}`,
      group_type: 'rebate',
      parent_group: 'ALL',
      status: 'active',
      valid_from: '2020-01-01',
      materials: masters.materials
        .filter((one) => one['product_line'] === line)
        .slice(0, 12)
        .map((one) => ({ material_number: one['material_number'], weight: '100' })),
    })),
  ]
}

function bundles(random: Random, masters: DemoMasters): Row[] {
  return Array.from({ length: Math.min(12, Math.floor(masters.materials.length / 6)) }, (_, index) => ({
    bundle: `SET-${index + 1}`,
    description: `Starter set ${index + 1}`,
    bundle_type: 'fixed',
    status: 'active',
    valid_from: '2024-01-01',
    components: masters.materials.slice(index * 4, index * 4 + 3).map((one) => ({
      material_number: one['material_number'],
      quantity: String(random.whole(1, 6)),
      uom: 'EA',
    })),
  }))
}

/** What masters are ordered by: units, rates, classes, territories, product groups, bundles; by screen, parents before parts. */
export const makeStructure = (random: Random, masters: DemoMasters): Readonly<Record<string, readonly Row[]>> => ({
  'unit-of-measure': units,
  'currency-rate': rates(random),
  'class-of-trade': classes,
  'class-of-trade-cross-reference': classReferences,
  territory: territories(masters),
  'product-group': productGroups(masters),
  'sales-bundle': bundles(random, masters),
})
