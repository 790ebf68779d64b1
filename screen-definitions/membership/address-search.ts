import { f } from '#src/definition'
import { activationTypes, memberClasses, rosterStatus } from './choices.ts'

/** By whom, where and when memberships are looked for. */
const memberCriteria = {
  valid_on: f.date({ default: '@today', required: true, help: 'Only what holds on this day' }),
  owner_id: f.reference('membership', { label: 'Owner' }),
  member_number: f.reference('customer', { integrity: 'soft', label: 'Member' }),
  member_name: f.text({ max: 120, label: 'Name contains' }),
  city: f.text({ max: 60, label: 'City contains' }),
  postal_code: f.text({ max: 12, label: 'Postal code begins with' }),
  country: f.text({ max: 60 }),
  member_class: f.choice(memberClasses),
}

/** Who a member is and where. */
const memberColumns = {
  member_number: f.reference('customer', { integrity: 'soft', label: 'Member', width: 110 }),
  member_name: f.text({ width: 220 }),
  street: f.text({ width: 170 }),
  postal_code: f.text({ width: 100 }),
  city: f.text({ width: 120 }),
  region: f.text({ label: 'State or region', width: 140 }),
  country: f.text({ width: 120 }),
}

/** The columns of roster lines, and how they are looked for; the same for both sources of addresses. */
export const rosterFields = {
  owner_id: f.reference('membership', { label: 'Owner', width: 150 }),
  ...memberColumns,
  differs: f.text({ label: 'Reported otherwise', width: 190, help: 'What roster and customer master say differently' }),
  member_id: f.text({ label: 'Member ID of the owner', width: 130 }),
  class_of_trade: f.reference('class-of-trade', { integrity: 'soft', width: 120 }),
  member_class: f.choice(memberClasses, { width: 110 }),
  tier: f.text({ width: 70 }),
  is_primary: f.flag({ label: 'Primary', width: 80 }),
  valid_from: f.date({ width: 110 }),
  valid_to: f.date({ width: 110 }),
  status: f.choice(rosterStatus, { width: 110 }),
}

/** How roster lines are looked for, ordered, and where they lead. */
export const rosterResult = {
  parameters: { ...memberCriteria, only_different: f.flag({ label: 'Only where roster and master differ' }) },
  sort: ['owner_id', 'member_number'],
  key: ['owner_id', 'member_number', 'valid_from'],
  drill: {
    screen: 'membership-roster',
    filters: { owner_id: ['owner_id'], member_number: ['member_number'], valid_from: ['valid_from'] },
  },
} as const

/** The columns of activated tiers. */
export const tierFields = {
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
}

/** How activated tiers are looked for, ordered, and where they lead. */
export const tierResult = {
  parameters: {
    ...memberCriteria,
    contract_group: f.reference('membership-contract-group'),
    tier: f.text({ max: 30 }),
    only_missing: f.flag({ label: 'Only who is not eligible' }),
  },
  columns: [
    'contract_group',
    'owner_id',
    'member_number',
    'member_name',
    'tier',
    'eligible',
    'missing',
    'street',
    'postal_code',
    'city',
    'region',
    'country',
    'activation_type',
    'commitment',
    'valid_from',
    'valid_to',
  ],
  sort: ['contract_group', 'member_number'],
  key: ['contract_group', 'member_number', 'valid_from'],
  drill: {
    screen: 'membership-tier-activation',
    filters: { contract_group: ['contract_group'], member_number: ['member_number'], valid_from: ['valid_from'] },
  },
} as const
