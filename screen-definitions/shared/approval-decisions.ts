import type { Choice } from '#src/definition'

/** What people do with a document that is to be approved. */
export const approvalDecisions: readonly Choice[] = [
  { value: 'submit', label: 'Submitted' },
  { value: 'approve', label: 'Approved', tone: 'ok' },
  { value: 'reject', label: 'Rejected', tone: 'bad' },
  { value: 'question', label: 'Returned with a question', tone: 'warn' },
  { value: 'withdraw', label: 'Withdrawn' },
]
