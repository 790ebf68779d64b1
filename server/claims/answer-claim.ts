import { answerBody, claimBody, type EdiLine, type WrittenClaim } from '../domain/edi/claim-set.ts'
import { writeX12 } from '../domain/edi/x12.ts'
import type { Row } from '../engine/page.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { ClaimKind } from './kinds.ts'

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A running number of interchanges in the organisation. */
async function nextControl(tx: Pick<Tx, 'query'>, organizationId: number): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(7214200, ${organizationId}::int)`)
  const [row] = await tx.query<{ control: number }>(sql`
    insert into edi_control (organization_id, control) values (${organizationId}, 1)
    on conflict (organization_id) do update set control = edi_control.control % 999999999 + 1 returning control`)
  return Number(row!.control)
}

const linesOf = (tx: Pick<Tx, 'query'>, kind: ClaimKind, organizationId: number, claim: string) =>
  tx.query<Partial<EdiLine>>(sql`
    select l.line_no::text as line_no, coalesce(l.contract_id, l.contract_number) as contract_id, coalesce(l.customer_id, l.customer_number) as customer_id,
           coalesce(l.material_id, l.material_number) as material_id, l.invoice_number, l.invoice_date::text as invoice_date,
           trim_scale(l.quantity)::text as quantity, l.uom, trim_scale(l.acquisition_price)::text as acquisition_price,
           trim_scale(l.contract_price)::text as contract_price, trim_scale(l.claimed_amount)::text as claimed_amount,
           trim_scale(coalesce(l.approved_amount, 0))::text as accepted_amount, coalesce(r.edi_code, r.rejection_reason_code) as response_code,
           coalesce(r.partner_text, r.description) as response_text
      from ${kind.line} l
      left join rejection_reason r on r.organization_id = l.organization_id and r.rejection_reason_code = l.rejection_reason_code
     where l.organization_id = ${organizationId} and l.claim_number = ${claim} and (${kind.direction === 'incoming'} or l.line_status <> 'denied')
     order by coalesce(l.contract_id, l.contract_number), coalesce(l.customer_id, l.customer_number), l.line_no`)

/** What a claim of our own asks for: the sum of its lines but those that were denied, which are not sent. WRONG_STATE where none is left. */
export async function sentAmount(tx: Pick<Tx, 'query'>, organizationId: number, claim: string): Promise<string> {
  const [sent] = await tx.query<{ lines: number; amount: string }>(sql`
    select count(*)::int as lines, coalesce(sum(l.claimed_amount), 0)::text as amount from outgoing_claim_line l
     where l.organization_id = ${organizationId} and l.claim_number = ${claim} and l.line_status <> 'denied'`)
  if (!sent || sent.lines === 0)
    throw new AppError('WRONG_STATE', { message: 'All of its lines are denied: there is nothing to send.' })
  return sent.amount
}

export interface WrittenFor {
  readonly kind: ClaimKind
  readonly organizationId: number
  /** YYYY-MM-DD and HH:MM. */
  readonly date: string
  readonly time: string
  /** What we are called where a claim names no EDI identifiers. */
  readonly ownName: string
}

/** The interchange about a claim: the answer (849) to one that came in, the claim itself (844) for one of ours. */
export async function interchangeFor(tx: Pick<Tx, 'query'>, record: Row, options: WrittenFor): Promise<string> {
  const { kind, organizationId, date, time, ownName } = options
  const isAnswer = kind.direction === 'incoming'
  const partner = text(record[isAnswer ? 'claimant' : 'supplier_number'])
  const number = text(record['claim_number'])
  const claim: WrittenClaim = {
    claim_number: number,
    date: isAnswer ? date : text(record['claim_date']),
    debit_memo: text(record['debit_memo']),
    claimant: isAnswer ? partner : ownName,
    supplier: isAnswer ? ownName : partner,
    currency: text(record['currency']),
    total: (isAnswer ? text(record['approved_amount']) : await sentAmount(tx, organizationId, number))
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, ''),
    lines: await linesOf(tx, kind, organizationId, number),
  }
  const [first, second] = [text(record['edi_sender']), text(record['edi_receiver'])]
  // What came from a partner goes back to it.
  const [sender, receiver] = isAnswer ? [second || ownName, first || partner] : [first || ownName, second || partner]
  return writeX12(
    {
      sender,
      receiver,
      control: await nextControl(tx, organizationId),
      group: 'CF',
      type: isAnswer ? '849' : '844',
      date,
      time,
    },
    isAnswer ? answerBody(claim) : claimBody(claim),
  )
}
