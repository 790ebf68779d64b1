import { defineScreen } from '#src/definition'
import { rosterFields, rosterResult } from './address-search.ts'

// With names and addresses as the owner reported them, whatever the customer master says.
export const gpoRosterStatic = defineScreen({
  name: 'membership-gporoster-static',
  label: ['Roster as reported', 'Roster as reported'],
  area: 'membership',
  menu: { order: 61 },
  endpoint: 'membership-gporoster-static',
  fields: rosterFields,
  result: {
    criteria: '/gpo-address-search-static',
    path: '/gpo-address-search-static-result',
    grid: '/gpo-address-search-static-result-sf',
    report: 'gpo-roster-static',
    ...rosterResult,
  },
})
