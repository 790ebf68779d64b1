import { defineScreen } from '#src/definition'
import { tierFields, tierResult } from './address-search.ts'

// With names and addresses as the owner reported them.
export const tierActivationStatic = defineScreen({
  name: 'membership-tieractivation-static',
  label: ['Tiers as reported', 'Tiers as reported'],
  area: 'membership',
  menu: { order: 63 },
  endpoint: 'membership-tieractivation-static',
  fields: tierFields,
  result: {
    criteria: '/tier-address-search-static',
    path: '/tier-address-search-static-result',
    grid: '/tier-address-search-static-result-sf',
    report: 'tier-activations-static',
    ...tierResult,
  },
})
