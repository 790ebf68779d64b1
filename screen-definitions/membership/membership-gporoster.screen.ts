import { defineScreen } from '#src/definition'
import { rosterFields, rosterResult } from './address-search.ts'

// With names and addresses as the customer master has them today, and what the owner reports otherwise.
export const gpoRoster = defineScreen({
  name: 'membership-gporoster',
  label: ['Roster by address', 'Roster by address'],
  area: 'membership',
  menu: { order: 60 },
  endpoint: 'membership-gporoster',
  fields: rosterFields,
  result: {
    criteria: '/gpo-address-search',
    path: '/gpo-address-search-result',
    grid: '/gpo-address-search-result-sf',
    report: 'gpo-roster',
    ...rosterResult,
  },
})
