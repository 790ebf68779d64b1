import type { ContractTerms } from '../calculation/terms.ts'

export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The contract as if nothing had been sold after a day; `row_version` tells which day. */
export const soldUntil = (contract: ContractTerms, day: string, at = contract.row_version): ContractTerms => ({
  ...contract,
  row_version: at,
  eligibility: [
    ...contract.eligibility,
    {
      group_no: 999_999,
      mode: 'exclude',
      attribute: 'sales-data.billing_date',
      operator: 'between',
      value: dayAfter(day, 1),
      value_to: '9999-12-31',
    },
  ],
})
