import { f } from '#src/definition'

/** What a figure is of; materials that have no master yet may be named. */
export const materialOf = (help?: string) => ({
  material_number: f.reference('material', {
    integrity: 'soft',
    required: true,
    immutable: true,
    index: true,
    search: true,
    label: 'Material',
    width: 110,
    ...(help ? { help } : {}),
  }),
  material_description: f.text({ max: 200, search: true, names: 'material', label: 'Description', width: 220 }),
})

/** A part of the key that may be left empty: the figure is of all of them then. */
export const narrowedTo = (target: 'customer' | 'material', label: string) =>
  f.reference(target, { integrity: 'soft', immutable: true, index: true, search: true, label, width: 110 })

/** From which day to which a figure is; both days count. */
export const periodOf = {
  period_from: f.date({ required: true, immutable: true, index: true, label: 'From', width: 110 }),
  period_to: f.date({ required: true, after: 'period_from', label: 'To', width: 110, help: 'The last day of it' }),
}

/** Where a figure holds. */
export const market = f.text({
  max: 60,
  required: true,
  immutable: true,
  index: true,
  default: 'All',
  help: 'Country or region',
  width: 120,
})

/** How many of what. */
export const quantityOf = (label: string, help?: string) =>
  f.decimal(15, 3, { label, width: 110, ...(help ? { help } : {}) })

export const unitOf = f.text({ max: 6, upper: true, default: 'EA', label: 'Unit', width: 70 })

export const planningAccess = {
  read: 'any',
  write: 'transactions.write',
  delete: 'transactions.delete',
  upload: 'transactions.upload',
} as const

/** The columns by which files of planning systems name these fields. */
export const planningAliases = {
  material_number: ['SKU', 'Material', 'MATNR', 'Item'],
}
