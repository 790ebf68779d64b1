import { defineScreen, f } from '#src/definition'
import { memberColumns, memberCriteria } from './address-search.ts'
import { memberClasses, rosterStatus } from './choices.ts'

// With names and addresses as the customer master has them today, and what the owner reports otherwise.
export const gpoRoster = defineScreen({
  name: 'membership-gporoster',
  label: ['Roster by address', 'Roster by address'],
  area: 'membership',
  menu: { order: 60 },
  endpoint: 'membership-gporoster',
  fields: {
    owner_id: f.reference('membership', { label: 'Owner', width: 150 }),
    ...memberColumns,
    differs: f.text({
      label: 'Reported otherwise',
      width: 190,
      help: 'What roster and customer master say differently',
    }),
    member_id: f.text({ label: 'Member ID of the owner', width: 130 }),
    class_of_trade: f.reference('class-of-trade', { integrity: 'soft', width: 120 }),
    member_class: f.choice(memberClasses, { width: 110 }),
    tier: f.text({ width: 70 }),
    is_primary: f.flag({ label: 'Primary', width: 80 }),
    valid_from: f.date({ width: 110 }),
    valid_to: f.date({ width: 110 }),
    status: f.choice(rosterStatus, { width: 110 }),
  },
  result: {
    criteria: '/gpo-address-search',
    path: '/gpo-address-search-result',
    grid: '/gpo-address-search-result-sf',
    report: 'gpo-roster',
    parameters: {
      ...memberCriteria,
      only_different: f.flag({ label: 'Only where roster and master differ' }),
    },
    sort: ['owner_id', 'member_number'],
    key: ['owner_id', 'member_number', 'valid_from'],
    drill: {
      screen: 'membership-roster',
      filters: { owner_id: ['owner_id'], member_number: ['member_number'], valid_from: ['valid_from'] },
    },
  },
  access: { read: 'any' },
  messages: { empty: 'No records found.' },
})
