/** The commands that actions of a definition may name; the server's map has one for each, or it does not compile. */
export const commandNames = [
  'set-values',
  'convert-currency',
  'convert-quantity',
  'resend-verification',
  'send-reset-link',
  'create-reset-link',
  'reactivate-user',
  'run-batch-jobs',
  'cancel-batch-runs',
  'repeat-batch-runs',
  'move-approval',
  'count-eligible',
  'mass-membership-preview',
  'mass-membership-run',
  'mass-membership-undo',
  'request-contract-change',
  'refresh-contract-change',
  'close-contract-change',
  'clone-contract',
  'post-calculation',
  'reverse-posting',
  'next-fiscal-year',
  'close-period',
  'run-integrations',
] as const

export type CommandName = (typeof commandNames)[number]
