import type { Screen } from '#src/definition'
import { sourcesSql } from '../calculation/amounts-sql.ts'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms } from '../calculation/terms.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import type { StatementOf } from './statement.ts'

const mostSources = 50_000
const mostContracts = 200

/** An invoice line behind a statement: one a rule reckons with, or one that a claim was paid for. */
export interface StatementSource {
  readonly contract_number: string | null
  readonly rule_no: number | null
  readonly invoice: string | null
  readonly invoice_line: string | number | null
  /** YYYY-MM-DD. */
  readonly day: string | null
  readonly customer_number: string | null
  readonly material_number: string | null
  readonly quantity: string | null
  readonly uom: string | null
  /** What the rule reckons on; a quantity where it pays by units. */
  readonly basis: string | null
  readonly currency: string | null
  readonly claim_number: string | null
  readonly approved: string | null
}

/** What was posted to the partner within a statement. */
const postedSql = ({ organizationId, partner, from, to, currency }: StatementOf): Sql => sql`
  select f.* from financial_posting f
   where f.organization_id = ${organizationId} and f.payee = ${partner} and f.currency = ${currency} and f.status <> 'rejected'
     and f.posting_date between ${from}::date and ${to}::date`

/** Of what the partner earned within a statement by calculation: what was accrued, and what was paid without an accrual before. */
const earnedSql = (of: StatementOf): Sql => sql`
  select distinct f.contract_number, f.rule_no, f.period_from, f.period_to, f.document, f.customer_number, f.material_number
    from (${postedSql(of)}) f
   where f.claim_number is null and f.period_from is not null
     and (f.posting_type = 'Accrual' or (f.posting_type in ('Payment', 'Delta Payment') and not exists (
           select from financial_posting a
            where a.organization_id = f.organization_id and a.contract_number = f.contract_number and a.source_key = f.source_key
              and a.posting_type = 'Accrual' and a.status <> 'rejected')))`

/** The invoice lines of the rules and periods by which the partner earned something; where a rule tells invoices, customers or materials apart, those the partner earned by. */
async function calculatedSources(tx: Tx, of: StatementOf, screens: readonly Screen[]): Promise<StatementSource[]> {
  const { organizationId } = of
  const [span] = await tx.query<{ contracts: string[] | null; from: string; to: string }>(sql`
    select array_agg(distinct e.contract_number) as contracts, min(e.period_from)::text as from, max(e.period_to)::text as to from (${earnedSql(of)}) e`)
  if (!span?.contracts) return []
  const { from, to } = span
  const contracts = await readTerms(
    tx,
    sql`t.organization_id = ${organizationId} and t.contract_number = any(${span.contracts}::text[])`,
    { limit: mostContracts },
  )
  const around = await readSurroundings(tx, organizationId, screens)
  const numbers = contracts.map(({ contract_number: number }) => number)
  return tx.query<StatementSource>(sql`
    with earned as materialized (${earnedSql(of)})
    select s.contract_number, s.rule_no, s.billing_doc_number as invoice, s.billing_doc_line as invoice_line, s.billing_date::text as day,
           s.customer_number, s.material_number, s.quantity::text as quantity, s.uom, s.benefit::text as basis, s.contract_currency as currency,
           null as claim_number, null as approved
      from (select x.*, (${numbers}::text[])[x.contract + 1] as contract_number
              from (${sourcesSql({ around, contracts, window: { from, to }, kind: 'Payment' })}) x) s
     where exists (
       select from earned e
        where e.contract_number = s.contract_number and e.rule_no = s.rule_no and s.billing_date between e.period_from and e.period_to
          and (e.document is null or e.document = s.billing_doc_number) and (e.customer_number is null or e.customer_number = s.customer_number)
          and (e.material_number is null or e.material_number = s.material_number))
     order by s.contract_number, s.rule_no, s.billing_date, s.billing_doc_number, s.billing_doc_line limit ${mostSources}`)
}

/** The lines that the claims of a statement were paid for. */
const claimedSources = (tx: Tx, of: StatementOf): Promise<StatementSource[]> =>
  tx.query<StatementSource>(sql`
    select l.contract_number, null as rule_no, l.invoice_number as invoice, l.line_no as invoice_line, l.invoice_date::text as day,
           coalesce(l.customer_number, l.customer_id) as customer_number, coalesce(l.material_number, l.material_id) as material_number,
           l.quantity::text as quantity, l.uom, null as basis, coalesce(l.currency, h.currency) as currency, l.claim_number,
           l.approved_amount::text as approved
      from incoming_claim_line l
      join incoming_claim h on h.organization_id = l.organization_id and h.claim_number = l.claim_number
     where l.organization_id = ${of.organizationId} and l.approved_amount <> 0
       and l.claim_number in (select f.claim_number from (${postedSql(of)}) f where f.claim_number is not null)
     order by l.claim_number, l.line_no limit ${mostSources}`)

/** The invoice lines behind a statement, those of calculations before those of claims. */
export const statementSources = async (
  tx: Tx,
  of: StatementOf,
  screens: readonly Screen[],
): Promise<readonly StatementSource[]> => [
  ...(await calculatedSources(tx, of, screens)),
  ...(await claimedSources(tx, of)),
]
