import { afterEach, expect, it } from 'vitest'
import { ApiError, unanswered, unreachable } from '#src/data/api-error.ts'
import { type Notification, receiveNotifications } from '#src/ui/notify.ts'
import { notifyFailure } from './notify-failure.ts'

let shown: Notification[] = []
let forget = () => {}
const told = (error: unknown): readonly [string, string?][] => {
  shown = []
  forget = receiveNotifications((one) => shown.push(one))
  notifyFailure('North was not moved', error)
  return shown.map(({ message, description }) => [message, description])
}
afterEach(() => forget())

it('says what failed and why', () => {
  expect(told(new ApiError('South lies below North', { status: 400, code: 'VALIDATION_FAILED' }))).toEqual([
    ['North was not moved', 'South lies below North'],
  ])
  expect(told(unreachable(null))).toEqual([
    ['North was not moved', 'The server cannot be reached. Check your connection; nothing was changed here.'],
  ])
})

it('does not call a call failed of which nothing is known', () => {
  const error = unanswered(null)
  expect(told(error)).toEqual([[error.message, undefined]])
})
