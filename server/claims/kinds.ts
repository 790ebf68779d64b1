import { id, type Sql } from '../store/sql.ts'

/** Claims that come in, and those of our own: where they are kept, and who the other side is. */
export interface ClaimKind {
  readonly direction: 'incoming' | 'outgoing'
  readonly claims: 'incoming-claim' | 'outgoing-claim'
  readonly lines: 'incoming-claim-line' | 'outgoing-claim-line'
  readonly header: Sql
  readonly line: Sql
  /** The column of the other side in both tables. */
  readonly partner: Sql
}

export const incoming: ClaimKind = {
  direction: 'incoming',
  claims: 'incoming-claim',
  lines: 'incoming-claim-line',
  header: id('incoming_claim'),
  line: id('incoming_claim_line'),
  partner: id('claimant'),
}

export const outgoing: ClaimKind = {
  direction: 'outgoing',
  claims: 'outgoing-claim',
  lines: 'outgoing-claim-line',
  header: id('outgoing_claim'),
  line: id('outgoing_claim_line'),
  partner: id('supplier_number'),
}

/** The kind of claim that a screen of claims or of their lines is about. */
export const kindOf = (screen: string): ClaimKind =>
  screen === outgoing.claims || screen === outgoing.lines ? outgoing : incoming
