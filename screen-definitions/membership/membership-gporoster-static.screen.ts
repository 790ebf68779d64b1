import { defineScreen, f } from '#src/definition'
import { memberColumns, memberCriteria } from './address-search.ts'
import { memberClasses, rosterStatus } from './choices.ts'

// With names and addresses as the owner reported them, whatever the customer master says.
export const gpoRosterStatic = defineScreen({
  name: 'membership-gporoster-static',
  label: ['Roster as reported', 'Roster as reported'],
  area: 'membership',
  menu: { order: 61 },
  endpoint: 'membership-gporoster-static',
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
    criteria: '/gpo-address-search-static',
    path: '/gpo-address-search-static-result',
    grid: '/gpo-address-search-static-result-sf',
    report: 'gpo-roster-static',
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
