import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const areas = ['masters', 'transactions', 'contracts', 'claims', 'pricing', 'promotions', 'results', 'configuration']

/** A master as implementers write it: twenty fields of every kind, a condition, a reference, nested rows, an upload. */
function source(number: number): string {
  const id = String(number).padStart(4, '0')
  return `import { defineScreen, f, when } from '#src/definition'

export const generated${id} = defineScreen({
  name: 'generated-${id}',
  label: ['Generated ${id}', 'Generated ${id}s'],
  area: '${areas[number % areas.length]}',
  endpoint: 'generated-${id}',
  table: { key: ['code'] },
  title: 'name',
  fields: {
    code: f.text({ max: 20, required: true, immutable: true, upper: true }),
    name: f.text({ max: 80, required: true, search: true }),
    status: f.choice(['draft', 'active', 'closed'], { default: 'draft' }),
    type: f.choice([{ value: 'owned', label: 'Owned' }, { value: '3pl', label: 'Third party' }], { default: 'owned' }),
    operator: f.reference('supplier', { visible: when.eq('type', '3pl'), required: 'whenVisible' }),
    customer: f.reference('customer', { integrity: 'soft' }),
    parent: f.reference('generated-${id}', { acyclic: true }),
    capacity: f.decimal(12, 3, { unit: 'm3', min: 0 }),
    quantity: f.integer({ min: 0 }),
    share: f.percent(),
    price: f.money({ currency: 'EUR', min: 0 }),
    limit_value: f.money({ currency: 'EUR' }),
    urgent: f.flag({ default: false }),
    valid_from: f.date({ required: true }),
    valid_to: f.date({ after: 'valid_from' }),
    counted_at: f.dateTime(),
    country: f.text({ max: 2, upper: true, index: true }),
    city: f.text({ max: 60 }),
    note: f.longText({ max: 2000 }),
    bins: f.rows({ bin: f.text({ max: 12 }), hazmat: f.flag() }, { key: ['bin'] }),
  },
  list: { path: '/generated-${id}', columns: ['code', 'name', 'status', 'type', 'capacity', 'price', 'valid_from', 'valid_to'], sort: ['code'], filters: ['status', 'valid_to'], totals: { capacity: 'sum' }, views: { Expired: when.before('valid_to', '@today') } },
  form: { layout: [['code', 'name'], ['status', 'type', 'operator'], ['customer', 'parent'], ['capacity', 'quantity', 'share'], ['price', 'limit_value', 'urgent'], ['valid_from', 'valid_to', 'counted_at'], ['country', 'city'], ['note'], ['bins']] },
  upload: { functionality: 'Generated${id}Format' },
})
`
}

/** Writes so many definitions into a folder, each a file of its own. */
export async function writeDefinitions(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let number = 0; number < count; number += 1)
    await writeFile(join(folder, `generated-${String(number).padStart(4, '0')}.screen.ts`), source(number))
}
