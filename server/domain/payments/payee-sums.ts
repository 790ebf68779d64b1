import { amount, type Amount, minorUnits, zero } from '../calculation/amount.ts'

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

/** Postings by payee, netted. */
export interface PayeeSums<P extends PayablePosting> {
  /** Those who get something. */
  readonly paid: readonly PayeeSum<P>[]
  /** Those whose postings come to nothing: there is nothing to order, and nothing to wait for. */
  readonly settled: readonly PayeeSum<P>[]
  /** Those who owe more than they get and wait for the next time. */
  readonly left: readonly PayeeSum<P>[]
}

/** An amount as a file has it: the digits of its currency's minor unit. Throws RangeError, with the name of what it is of, where that is not all of it. */
export function exactMoney(name: string, value: string | Amount, currency: string): string {
  const written = amount(value).toFixed(minorUnits(currency))
  if (!amount(written).eq(value))
    throw new RangeError(
      `${name} is ${amount(value).toString()} ${currency}, of which ${minorUnits(currency)} decimals can be paid`,
    )
  return written
}

/** Nets postings by payee. */
export function payeeSums<P extends PayablePosting>(postings: readonly P[]): PayeeSums<P> {
  const payees = new Map<string, P[]>()
  for (const posting of postings) payees.set(posting.payee, [...(payees.get(posting.payee) ?? []), posting])
  const sums = [...payees].map(([payee, own]): PayeeSum<P> => ({
    payee,
    postings: own,
    amount: own.reduce((sum, posting) => sum.plus(amount(posting.amount)), zero),
  }))
  return {
    paid: sums.filter((sum) => sum.amount.gt(0)),
    settled: sums.filter((sum) => sum.amount.eq(0)),
    left: sums.filter((sum) => sum.amount.lt(0)),
  }
}

/** A posting that is kept out of files, and the one that has to be decided or posted first. */
export interface HeldPosting {
  readonly posting_number: string
  readonly held_by: string
}

/** What came of a payment file, in words; `unordered` have no account, the accounts of `unconfirmed` nobody has confirmed. */
export function fileWords<P extends PayablePosting>(
  { paid, settled, left }: PayeeSums<P>,
  held: readonly HeldPosting[],
  unordered: number,
  unconfirmed: readonly string[] = [],
): string {
  const count = (sums: readonly PayeeSum<P>[]): number => sums.reduce((sum, { postings }) => sum + postings.length, 0)
  const words = [
    paid.length > 0 && `${many(paid.length, 'payee')}, ${many(count(paid), 'posting')}.`,
    unordered > 0 && `${unordered} without an account ${isOrAre(unordered)} in the list only.`,
    unconfirmed.length > 0 && unconfirmedWords(unconfirmed),
    settled.length > 0 &&
      `${many(settled.length, 'payee')} ${settled.length === 1 ? 'owes nothing and gets' : 'owe nothing and get'} nothing: ${many(count(settled), 'posting')} ${isOrAre(count(settled))} settled.`,
    left.length > 0 &&
      `${many(left.length, 'payee')} ${left.length === 1 ? 'owes more than it gets and waits' : 'owe more than they get and wait'}.`,
    held.length > 0 && heldWords(held),
  ].filter((one) => one !== false)
  return words.length > 0 ? words.join(' ') : 'No approved payment is waiting.'
}

const many = (number: number, of: string): string => `${number} ${of}${number === 1 ? '' : 's'}`

const isOrAre = (number: number): string => (number === 1 ? 'is' : 'are')

/** The first three by name, and how many more. */
const named = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')

const unconfirmedWords = (payees: readonly string[]): string =>
  payees.length === 1
    ? `The account of ${payees[0]!} is not confirmed: check it before you send the file.`
    : `The accounts of ${named(payees)} are not confirmed: check them before you send the file.`

function heldWords(held: readonly HeldPosting[]): string {
  const by = [...new Set(held.map((one) => one.held_by))]
  return `${many(held.length, 'posting')} ${held.length === 1 ? 'waits' : 'wait'} for ${named(by)}, which ${by.length === 1 ? 'takes' : 'take'} back what an earlier file paid.`
}
