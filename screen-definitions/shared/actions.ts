import { f, when } from '#src/definition'
import { recordStatus } from './choices.ts'

/** Sets the status of many masters at once; the reason is kept where a record is blocked. */
export const changeStatus = {
  name: 'change-status',
  label: 'Change status',
  command: 'set-values',
  on: ['selection', 'filter'],
  parameters: {
    status: f.choice(recordStatus, { required: true }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
  },
  message: 'Successfully updated',
} as const
