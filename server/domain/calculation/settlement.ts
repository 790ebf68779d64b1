import { type Amount, inMinorUnits, zero } from './amount.ts'

/** What is due of a cumulative entitlement when some was paid already; less than nothing is claimed back. */
export const due = (entitlement: Amount, paid: Amount): Amount => entitlement.minus(paid)

export type PostingType = 'Accrual' | 'Accrual Reversal' | 'Payment' | 'Payment Reversal' | 'Delta Payment'

/** Whether a posting accrues or releases; every other one pays. */
export const isAccrual = (type: unknown): boolean => type === 'Accrual' || type === 'Accrual Reversal'

/** A line to post, in the contract's currency. */
export interface PostingLine {
  readonly type: PostingType
  readonly amount: Amount
}

/** What of a period was posted so far; nothing is what an amount begins at. */
export interface Posted {
  readonly accrued: Amount
  readonly paid: Amount
}

/** What an accrual run posts: the difference to what is accrued, and nothing where it is the same. */
export const accrualLines = (entitlement: Amount, { accrued }: Posted, currency: string): PostingLine[] =>
  line('Accrual', inMinorUnits(entitlement, currency).minus(accrued))

/**
 * What a payment run posts: what was accrued is released, then the payment itself. Where a payment was made before, only the
 * difference is paid, as a Delta Payment. A second identical run posts nothing.
 */
export function paymentLines(entitlement: Amount, { accrued, paid }: Posted, currency: string): PostingLine[] {
  const owed = due(inMinorUnits(entitlement, currency), paid)
  return [...line('Accrual Reversal', accrued.negated()), ...line(paid.isZero() ? 'Payment' : 'Delta Payment', owed)]
}

const line = (type: PostingType, value: Amount): PostingLine[] => (value.isZero() ? [] : [{ type, amount: value }])

const opposite: Readonly<Record<PostingType, PostingType>> = {
  Accrual: 'Accrual Reversal',
  'Accrual Reversal': 'Accrual',
  Payment: 'Payment Reversal',
  'Payment Reversal': 'Payment',
  'Delta Payment': 'Payment Reversal',
}

/** The row that takes a posting back: opposite in kind and amount; nothing that was posted is ever changed. */
export const reversalOf = ({ type, amount }: PostingLine): PostingLine => ({
  type: opposite[type],
  amount: amount.negated(),
})

/** What an amount comes to in local currency when it accrues and when it is paid, and the gain (or the loss, below nothing) of the rate between. */
export function exchangeDifference(
  value: Amount,
  accrualRate: Amount,
  paymentRate: Amount,
  currency: string,
): { accrued: Amount; paid: Amount; gain: Amount } {
  const accrued = inMinorUnits(value.times(accrualRate), currency)
  const paid = inMinorUnits(value.times(paymentRate), currency)
  return { accrued, paid, gain: accrued.minus(paid) }
}

export const nothingPosted: Posted = { accrued: zero, paid: zero }
