import { when, type Choice } from '#src/definition'

/** What a promotional offer gives. */
export const stickerTypes: readonly Choice[] = [
  { value: 'cash_support', label: 'Cash support' },
  { value: 'interest_buydown', label: 'Interest buydown' },
  { value: 'extended_coverage', label: 'Extended coverage' },
  { value: 'package', label: 'Package' },
]

export const givesCash = when.in('sticker_type', ['cash_support', 'package'])
export const givesFinancing = when.in('sticker_type', ['interest_buydown', 'package'])
export const givesCoverage = when.in('sticker_type', ['extended_coverage', 'package'])

/** What covers a machine beyond what the law asks for. */
export const coverageTypes: readonly Choice[] = [
  { value: 'warranty', label: 'Warranty' },
  { value: 'extended_warranty', label: 'Extended warranty' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'insurance', label: 'Insurance' },
]

/** The parts of an offer that a type may ask for. */
export const stickerSections: readonly Choice[] = [
  { value: 'cash', label: 'Cash support' },
  { value: 'finance', label: 'Financing' },
  { value: 'coverage', label: 'Coverage' },
  { value: 'materials', label: 'Custom group of materials' },
  { value: 'text', label: 'Text on the sticker' },
]
