import type { DemoMasters, Row } from './masters.ts'

const none = (kind: string, number: string) => `There is no ${kind} ${number}, nor a cross reference of it.`

/** Lines that arrived in the night and could not be mapped. */
export function makeStaged({ customers, materials, suppliers }: DemoMasters): Readonly<Record<string, readonly Row[]>> {
  const material = String(materials[0]!['material_number'])
  const line = (no: number, more: Row): Row => ({
    staging_number: `ST-${String(no).padStart(6, '0')}`,
    status: 'refused',
    job_id: 'NIGHT-ERP',
    source_system: 'ERP',
    billing_doc_number: `9900${Math.ceil(no / 2)}`,
    billing_doc_line: String(no),
    billing_date: '2026-06-30',
    material_number: material,
    quantity: String(no * 12),
    uom: 'EA',
    net_value: (no * 141.6).toFixed(2),
    currency: 'EUR',
    ...more,
  })
  const customer = String(customers[0]!['customer_number'])
  return {
    'staging-sales-data': [
      line(1, { customer_number: 'ERP-88121', reason: none('customer', 'ERP-88121') }),
      line(2, { customer_number: 'ERP-88121', reason: none('customer', 'ERP-88121') }),
      line(3, { customer_number: customer, material_number: 'GTIN-4006381', reason: none('material', 'GTIN-4006381') }),
      line(4, { customer_number: customer, quantity: '12 box', reason: 'Quantity: A number is needed.' }),
      line(5, { customer_number: customer, status: 'waiting', job_id: 'DAY-ERP' }),
    ],
    'staging-purchase-data': [
      line(1, {
        supplier_number: String(suppliers[0]!['supplier_number']),
        material_number: 'SUP-4711',
        reason: none('material', 'SUP-4711'),
      }),
      line(2, { supplier_number: 'V-UNKNOWN', reason: 'There is no supplier V-UNKNOWN.' }),
    ],
    'staging-indirect-sales': [
      line(1, {
        distributor_number: customer,
        customer_number: 'PHARMACY-17',
        reason: none('customer', 'PHARMACY-17'),
      }),
    ],
  }
}
