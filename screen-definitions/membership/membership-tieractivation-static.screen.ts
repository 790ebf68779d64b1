import { defineScreen, f } from '#src/definition'
import { memberColumns, memberCriteria } from './address-search.ts'
import { activationTypes } from './choices.ts'

// With names and addresses as the owner reported them.
export const tierActivationStatic = defineScreen({
  name: 'membership-tieractivation-static',
  label: ['Tiers as reported', 'Tiers as reported'],
  area: 'membership',
  menu: { order: 63 },
  endpoint: 'membership-tieractivation-static',
  fields: {
    contract_group: f.reference('membership-contract-group', { width: 170 }),
    owner_id: f.reference('membership', { label: 'Owner', width: 140 }),
    ...memberColumns,
    tier: f.text({ width: 70 }),
    eligible: f.flag({ width: 80, help: 'Roster, contract and activation all hold on the day' }),
    missing: f.text({ label: 'What is missing', width: 220 }),
    activation_type: f.choice(activationTypes, { width: 150 }),
    commitment: f.percent({ label: 'Share committed', width: 110 }),
    valid_from: f.date({ width: 110 }),
    valid_to: f.date({ width: 110 }),
  },
  result: {
    criteria: '/tier-address-search-static',
    path: '/tier-address-search-static-result',
    grid: '/tier-address-search-static-result-sf',
    report: 'tier-activations-static',
    parameters: {
      ...memberCriteria,
      contract_group: f.reference('membership-contract-group'),
      tier: f.text({ max: 30 }),
      only_missing: f.flag({ label: 'Only who is not eligible' }),
    },
    sort: ['contract_group', 'member_number'],
    key: ['contract_group', 'member_number', 'valid_from'],
    drill: {
      screen: 'membership-tier-activation',
      filters: { contract_group: ['contract_group'], member_number: ['member_number'], valid_from: ['valid_from'] },
    },
  },
  access: { read: 'any' },
  messages: { empty: 'No records found.' },
})
