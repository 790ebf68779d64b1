import { f } from '#src/definition'
import { memberClasses } from './choices.ts'

/** By whom, where and when memberships are looked for. */
export const memberCriteria = {
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
export const memberColumns = {
  member_number: f.reference('customer', { integrity: 'soft', label: 'Member', width: 110 }),
  member_name: f.text({ width: 220 }),
  street: f.text({ width: 170 }),
  postal_code: f.text({ width: 100 }),
  city: f.text({ width: 120 }),
  region: f.text({ label: 'State or region', width: 140 }),
  country: f.text({ width: 120 }),
}
