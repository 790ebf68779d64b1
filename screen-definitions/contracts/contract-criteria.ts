import { f } from '#src/definition'
import { applicationTypes, contractStatus } from './choices.ts'

/** From when to when something happened. */
export const happenedBetween = {
  on_from: f.date({ required: true, default: '@yearStart', label: 'From' }),
  on_to: f.date({ required: true, after: 'on_from', default: '@today', label: 'to' }),
}

/** Which contracts a result is about. */
export const contractCriteria = {
  contract_number: f.reference('contract', { label: 'Contract' }),
  application_type: f.choice(applicationTypes, { label: 'Application' }),
}

/** Which contracts hold on some of these days, in which state. */
export const validityCriteria = {
  on_from: f.date({ required: true, default: '@yearStart', label: 'Valid from' }),
  on_to: f.date({ required: true, after: 'on_from', default: '@yearEnd', label: 'to' }),
  ...contractCriteria,
  partner_number: f.text({ max: 40, label: 'Partner' }),
  contract_status: f.choice(contractStatus, { label: 'Status' }),
}

/** How a contract is named in the rows of a result. */
export const contractColumns = {
  contract_number: f.text({ label: 'Contract', width: 110 }),
  contract_description: f.text({ label: 'Description', width: 190 }),
  application_type: f.text({ label: 'Application', width: 140 }),
}

/** Each row leads to its contract. */
export const toContract = { screen: 'contract', filters: { contract_number: 'contract_number' } }
