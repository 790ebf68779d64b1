import { expect, vi } from 'vitest'
import type { SessionApp } from './session-app.ts'

/** Asks for a payment file in euros and answers its record once it is made. */
export async function madePaymentFile(
  s: Pick<SessionApp, 'call'>,
  token: string,
  more: object = {},
): Promise<Record<string, unknown>> {
  const body = { currency: 'EUR', posted_to: '2026-12-31', execution_date: '2027-12-31', ...more }
  const answer = await s.call('POST', '/api/payment-runs', { token, body })
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  const { id } = answer.body.response as { id: number }
  return vi.waitFor(
    async () => {
      const { body: read } = await s.call('GET', `/api/payment-runs/${id}`, { token })
      expect(read.response!['status']).not.toBe('waiting')
      return read.response!
    },
    { timeout: 15_000, interval: 100 },
  )
}
