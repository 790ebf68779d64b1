import { f } from '#src/definition'

/** The part of the own organisation that sells or buys; spread into organisation parts and documents. */
export const salesAreaFields = {
  sales_organization: f.text({ max: 10, upper: true, index: true }),
  distribution_channel: f.text({ max: 10, upper: true }),
  division: f.text({ max: 10, upper: true }),
}
