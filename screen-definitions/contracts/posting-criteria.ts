import { f } from '#src/definition'

/** Which postings count: by the day they were posted, of one contract or payee. */
export const postedBetween = {
  posted_from: f.date({ default: '@yearStart', label: 'Posted from' }),
  posted_to: f.date({ after: 'posted_from', label: 'Posted to' }),
  contract: f.reference('contract', { label: 'Contract' }),
  paid_to: f.text({ max: 40, label: 'Payee' }),
}

/** The same as filters of a summary over postings. */
export const postedFilters = {
  posted_from: 'posting_date.gte',
  posted_to: 'posting_date.lte',
  contract: 'contract_number',
  paid_to: 'payee',
}
