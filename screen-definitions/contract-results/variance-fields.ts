import { f } from '#src/definition'
import { differenceFields, sideFields } from './comparison-criteria.ts'

const money = { currency: 'currency' }
const { from_volume, from_rate, ...others } = differenceFields

/** The difference of two calculations of a contract, by where it comes from. */
export const varianceFields = {
  partner_number: f.text({ label: 'Partner', width: 110 }),
  partner_name: f.text({ label: 'Name', width: 200 }),
  from_new: f.money({ ...money, label: 'New contracts', width: 130 }),
  from_volume,
  from_rate,
  from_ended: f.money({ ...money, label: 'Ended contracts', width: 130 }),
  ...others,
  ...sideFields,
}
