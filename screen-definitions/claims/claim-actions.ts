import { f } from '#src/definition'

/** Actions that claims in both directions and their lines offer alike. */
export const claimActions = {
  validate: {
    name: 'validate',
    label: 'Check',
    command: 'validate-claim',
    on: ['row', 'selection', 'filter'],
    primary: true,
    confirm: 'Every line is checked against its contract again; what was decided by hand stays.',
    access: 'claims.write',
    message: 'Checked',
  },
  move: { command: 'move-claim', on: ['row', 'selection'], access: 'claims.write' },
  paid: {
    name: 'paid',
    label: 'Note the payment',
    command: 'move-claim',
    on: ['row', 'selection'],
    values: { move: 'paid' },
    access: 'claims.post',
    parameters: {
      payment_reference: f.text({ max: 60, required: true }),
      paid_on: f.date({ required: true, default: '@today' }),
    },
    message: 'Paid',
  },
  deny: {
    name: 'deny',
    label: 'Deny',
    command: 'decide-claim-line',
    on: ['row', 'selection', 'filter'],
    values: { decision: 'deny' },
    access: 'claims.write',
    danger: true,
    parameters: {
      rejection_reason_code: f.reference('rejection-reason', { required: true, label: 'Reason' }),
      note: f.text({ max: 200 }),
    },
    message: 'Denied',
  },
  accept: {
    name: 'accept',
    label: 'Accept all the same',
    command: 'decide-claim-line',
    on: ['row', 'selection', 'filter'],
    values: { decision: 'accept' },
    access: 'claims.approve',
    parameters: {
      approved_amount: f.money({ label: 'Amount', help: 'What was calculated unless given, never more than claimed' }),
      note: f.text({ max: 200, required: true }),
    },
    message: 'Accepted',
  },
  undecide: {
    name: 'undecide',
    label: 'Leave it to the checks',
    command: 'decide-claim-line',
    on: ['row', 'selection', 'filter'],
    values: { decision: '' },
    confirm: 'What the checks find counts again.',
    access: 'claims.write',
    message: 'Successfully updated',
  },
} as const
