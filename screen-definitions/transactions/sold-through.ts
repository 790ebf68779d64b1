import { f } from '#src/definition'

/** Whom a distributor sold to, by the numbers trading partners know; spread into indirect sales. */
export const endCustomerFields = {
  end_customer_name: f.text({ max: 120, search: true, label: 'End customer', width: 180 }),
  end_customer_id: f.text({ max: 40, search: true, label: 'Its number at the distributor' }),
  gln: f.text({ max: 13, pattern: '\\d{13}', patternMessage: 'Thirteen digits', label: 'GLN' }),
  dea_number: f.text({ max: 9, upper: true, label: 'DEA number' }),
  hin_number: f.text({ max: 11, upper: true, label: 'HIN' }),
  class_of_trade: f.reference('class-of-trade', { integrity: 'soft' }),
  city: f.text({ max: 60 }),
  postal_code: f.text({ max: 20 }),
}
