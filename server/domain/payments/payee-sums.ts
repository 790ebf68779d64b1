import { amount, type Amount, zero } from '../calculation/amount.ts'

/** A posting that is to be paid; below nothing it is taken back from what the payee gets. */
export interface PayablePosting {
  readonly posting_number: string
  readonly payee: string
  readonly amount: string
}

/** What a payee gets for several postings together. */
export interface PayeeSum<P extends PayablePosting> {
  readonly payee: string
  readonly amount: Amount
  readonly postings: readonly P[]
}

/** Postings netted by payee: those who get something, and those who owe more than they get and wait for the next time. */
export function payeeSums<P extends PayablePosting>(
  postings: readonly P[],
): { readonly paid: readonly PayeeSum<P>[]; readonly left: readonly PayeeSum<P>[] } {
  const payees = new Map<string, P[]>()
  for (const posting of postings) payees.set(posting.payee, [...(payees.get(posting.payee) ?? []), posting])
  const sums = [...payees].map(([payee, own]): PayeeSum<P> => ({
    payee,
    postings: own,
    amount: own.reduce((sum, posting) => sum.plus(amount(posting.amount)), zero),
  }))
  return { paid: sums.filter((sum) => sum.amount.gt(0)), left: sums.filter((sum) => !sum.amount.gt(0)) }
}
