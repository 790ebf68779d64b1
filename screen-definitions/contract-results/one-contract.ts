import { f } from '#src/definition'

/** One contract, and which of its periods. */
export const oneContract = {
  contract: f.reference('contract', { required: true, label: 'Contract' }),
  period_from: f.date({ required: true, default: '@yearStart', label: 'Periods from' }),
  period_to: f.date({ required: true, after: 'period_from', default: '@today', label: 'to' }),
}
