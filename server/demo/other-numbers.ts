import type { DemoMasters, Row } from './masters.ts'

const numbers = (rows: readonly Row[], name: string, count: number): readonly unknown[] =>
  rows.slice(0, count).map((row) => row[name])

const contracts: readonly Row[] = [
  ['GPO-A', 'GPO-A-4471', 'R26-001', 'gpo_contract', 'Framework of the buying group'],
  ['GPO-A', 'GPO-A-4472', 'R26-002', 'gpo_contract', 'Framework of the buying group, second lot'],
  ['ERP', '4600001207', 'R26-003', 'contract', 'Condition contract of the ERP system'],
  ['ERP', '4600001208', 'R26-005', 'contract', 'Condition contract of the ERP system'],
  ['TENDERS', 'T-2025-118', 'G26-001', 'tender', 'Tender of the regional hospitals'],
  ['TENDERS', 'B-2025-044', 'R26-007', 'bid', 'Bid for the yearly needs'],
].map(([source_system, external_contract, contract_number, identifier_type, external_description]) => ({
  source_system,
  external_contract,
  contract_number,
  identifier_type,
  external_description,
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
}))

/** How materials and suppliers stand in parts of the organisation, and what partners and other systems call materials and contracts. */
export const makeOtherNumbers = ({ materials, suppliers }: DemoMasters): Readonly<Record<string, readonly Row[]>> => ({
  'material-organization': numbers(materials, 'material_number', 240).map((material_number, index) => ({
    material_number,
    sales_organization: '1000',
    distribution_channel: index % 4 === 3 ? '20' : '10',
    plant: `10${(index % 3) + 1}0`,
    sales_uom: index % 2 === 0 ? 'CS' : 'EA',
    minimum_order_quantity: String(((index % 5) + 1) * 2),
    material_pricing_group: ['A', 'B', 'C'][index % 3],
    rebate_group: `R${(index % 4) + 1}`,
    status: 'active',
  })),
  'material-cross-reference': numbers(materials, 'material_number', 180).map((material_number, index) => ({
    source_system: ['GTIN', 'EDI', 'WEBSHOP'][index % 3],
    external_number: index % 3 === 0 ? `40${String(12_345_000_017 + index * 97)}` : `M-${70_000 + index}`,
    external_description: materials[index]!['material_description'] ?? null,
    material_number,
    valid_from: '2023-01-01',
  })),
  'supplier-organization': numbers(suppliers, 'supplier_number', 60).map((supplier_number, index) => ({
    supplier_number,
    purchasing_organization: '1000',
    plant: `10${(index % 3) + 1}0`,
    purchasing_group: `E${(index % 6) + 1}`,
    currency: 'EUR',
    payment_terms: suppliers[index]!['payment_terms'] ?? '30 days',
    minimum_order_value: String(((index % 8) + 1) * 250),
    lead_time: 3 + (index % 12),
    rebate_relevant: index % 5 !== 4,
    status: 'active',
  })),
  'contract-cross-reference': contracts,
  'contract-mass-update': [
    {
      run_number: 'MC-000001',
      description: 'A year longer for the volume rebates of 2026',
      action: 'validity',
      new_valid_to: '2027-12-31',
      contract_type: 'volume',
      contract_status: 'Active',
    },
    {
      run_number: 'MC-000002',
      description: 'Flat rebates: half a point more after the yearly talks',
      action: 'rate',
      rate_change: '0.5',
      rate_change_as: 'points',
      contract_type: 'flat',
      contract_status: 'Active',
    },
    {
      run_number: 'MC-000003',
      description: 'Volume rebates to Anna after the holidays',
      action: 'responsible',
      new_responsible: 'anna.meyer@northgate.example',
      contract_type: 'volume',
      contract_status: 'Active',
      status: 'done',
      notes: null,
      previewed_at: '2026-09-01T07:40:00.000Z',
      started_at: '2026-09-01T07:42:00.000Z',
      finished_at: '2026-09-01T07:42:01.000Z',
    },
  ].map((row) => ({ status: 'draft', notes: 'Look at the preview before it is run.', ...row })),
})
