import { defineScreen } from '#src/definition'
import { tierFields, tierResult } from './address-search.ts'

// With names and addresses as the customer master has them today.
export const tierActivationSearch = defineScreen({
  name: 'membership-tieractivation',
  label: ['Tiers by address', 'Tiers by address'],
  area: 'membership',
  menu: { order: 62 },
  endpoint: 'membership-tieractivation',
  fields: tierFields,
  result: {
    criteria: '/tier-address-search',
    path: '/tier-address-search-result',
    grid: '/tier-address-search-result-sf',
    report: 'tier-activations',
    ...tierResult,
  },
})
