import { f } from '#src/definition'

/** A postal address; spread into the fields of a master. */
export const addressFields = {
  street: f.text({ max: 120 }),
  street_2: f.text({ max: 120, label: 'Street, second line' }),
  city: f.text({ max: 60, search: true }),
  region: f.text({ max: 60, label: 'State or region' }),
  postal_code: f.text({ max: 12 }),
  country: f.text({ max: 60, index: true }),
}

export const addressRows = [
  ['street', 'street_2'],
  ['city', 'region'],
  ['postal_code', 'country'],
] as const
