import { expect, test } from 'vitest'
import { claimDispute } from './claims/claim-dispute.screen.ts'
import { incomingClaim } from './claims/incoming-claim.screen.ts'
import { fixedBy, normalizeScreen, whyFixed, whyKept } from '#src/definition'

const dispute = normalizeScreen(claimDispute)
const claim = normalizeScreen(incomingClaim)

test('a record is edited in the states its definition names, and says why it is not in others', () => {
  expect(whyFixed(dispute, { status: 'responded' })).toBeUndefined()
  expect(whyFixed(dispute, { status: 'withdrawn' })).toBe('This dispute is closed and stays as it ended.')
  expect(whyFixed(dispute, { status: 'withdrawn' }, 'subject')).toBe('This dispute is closed and stays as it ended.')
  expect(whyKept(dispute, { status: 'open' })).toBeUndefined()
  expect(whyKept(dispute, { status: 'responded' })).toBe('It was answered and stays.')
})

test('where a few fields may be changed in every state, the record is edited for them alone', () => {
  const decided = { claim_status: 'approved' }
  expect(whyFixed(claim, decided)).toBeUndefined()
  expect(whyFixed(claim, decided, 'notes')).toBeUndefined()
  expect(whyFixed(claim, decided, 'claimant')).toMatch(/^What is decided/)
  expect(fixedBy(claim, decided)?.otherwise).toMatch(/^What is decided/)
  expect([
    fixedBy(claim, { claim_status: 'in_review' }),
    whyFixed(claim, { claim_status: 'in_review' }, 'claimant'),
  ]).toEqual([undefined, undefined])
  expect(whyKept(claim, { claim_status: 'in_review' })).toBe('A claim in review, sent or decided stays.')
})

test('what depends on fields that are not known is left to the server', () => {
  expect([whyFixed(dispute, { subject: 'Price' }), whyKept(dispute, { subject: 'Price' })]).toEqual([
    undefined,
    undefined,
  ])
})
