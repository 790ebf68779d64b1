import { f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'

/** The number of a document and of one of its lines; `own` says whose document it is. */
export const documentNumber = (own: { readonly label: string; readonly help?: string; readonly width: number }) => ({
  billing_doc_number: f.text({ max: 30, required: true, immutable: true, search: true, ...own }),
  billing_doc_line: f.integer({ required: true, immutable: true, min: 1, label: 'Line', width: 62 }),
})

/** What kind of document a line is of; `usual` is what most are. */
export const documentType = (usual: 'Sale' | 'Purchase', width: number) =>
  f.choice(
    [
      { value: usual, label: usual, tone: 'neutral' },
      { value: 'Return', label: 'Return', tone: 'bad' },
      { value: 'Credit', label: 'Credit memo', tone: 'warn' },
      { value: 'Debit', label: 'Debit memo', tone: 'warn' },
    ],
    { default: usual, required: true, index: true, label: 'Type', width },
  )

/** What was sold or bought; lines may name materials that have no master yet. */
export const lineMaterial = (widths: { readonly number: number; readonly description: number }) => ({
  material_number: f.reference('material', {
    integrity: 'soft',
    required: true,
    index: true,
    search: true,
    label: 'Material',
    width: widths.number,
  }),
  material_description: f.text({
    max: 200,
    search: true,
    names: 'material',
    label: 'Description',
    width: widths.description,
  }),
})

/** How much of it. */
export const lineQuantity = {
  quantity: f.decimal(15, 3, { required: true, width: 84 }),
  uom: f.text({ max: 6, upper: true, default: 'EA', label: 'Unit', width: 62 }),
}

/** What the whole line comes to. */
export const lineValues = {
  gross_value: f.money({ currency: 'currency', width: 110 }),
  discount_value: f.money({ currency: 'currency', width: 110 }),
  net_value: f.money({ required: true, index: true, currency: 'currency', width: 110 }),
  cost_value: f.money({ currency: 'currency', label: 'Cost', width: 110 }),
  currency: currencyCode({ default: 'EUR' }),
}

/** What costs are is for those who may see the costs of materials. */
export const lineAccess = {
  write: 'transactions.write',
  delete: 'transactions.delete',
  upload: 'transactions.upload',
  fields: { cost_value: { read: 'masters.cost', write: 'masters.cost' } },
} as const
