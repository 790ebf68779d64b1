import type { FieldSpec } from '#src/definition/field.ts'
import type { SectionInput } from '#src/definition/screen-form.ts'
import { pricingContract } from './pricing-contract.screen.ts'

const content = [
  'contract_header',
  'external_number',
  'contract_type',
  'application_type',
  'customer_number',
  'customer_hierarchy',
  'sales_organization',
  'distribution_channel',
  'division',
  'currency',
  'valid_from',
  'valid_to',
  'payment_terms',
  'lines',
] as const

const of = (names: readonly string[]): Record<string, FieldSpec> =>
  Object.fromEntries(Object.entries(pricingContract.fields).filter(([name]) => names.includes(name)))

/** What a version of a pricing contract holds. */
export const pricingVersionContent = of([...content, 'notes', 'contract_status'])

/** What a change request may change. */
export const pricingChangeContent = of(content)

export const pricingSections: SectionInput<string>[] = [
  {
    title: 'Contract',
    rows: [
      ['contract_header', 'contract_type'],
      ['application_type'],
      ['customer_number', 'customer_hierarchy'],
      ['valid_from', 'valid_to', 'currency'],
      ['sales_organization', 'distribution_channel', 'division'],
      ['external_number', 'payment_terms'],
    ],
  },
  { title: 'Prices', rows: [['lines']] },
]
