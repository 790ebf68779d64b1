import { f } from '#src/definition'

/** Which formula, and over which lines. */
export const formulaCriteria = {
  formula: f.reference('formula', { required: true }),
  billing_date_from: f.date({ default: '@yearStart', label: 'Billed from' }),
  billing_date_to: f.date({ label: 'Billed to', after: 'billing_date_from' }),
  customer: f.reference('customer', { integrity: 'soft', label: 'Customer' }),
  material: f.reference('material', { integrity: 'soft', label: 'Material' }),
}
