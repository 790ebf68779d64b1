import type { StatementPaper } from '../engine/pdf/statement-pdf.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import type { StatementOf } from './statement.ts'

type Row = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A statement as it goes on paper: who sends it to whom, its figures and lines. */
export async function readStatementPaper(
  tx: Pick<Tx, 'query'>,
  { organizationId, statement, partner, from, to, currency }: StatementOf,
  record: Row,
  { issuer, issuedOn }: { readonly issuer: string | undefined; readonly issuedOn: string },
): Promise<StatementPaper> {
  const [sender] = await tx.query<{ name: string }>(
    sql`select o.name from organization o where o.organization_id = ${organizationId} limit 1`,
  )
  const [address] = await tx.query<Row>(sql`
    select c.street, c.postal_code, c.city, c.country, c.tax_number, c.language from customer c where c.organization_id = ${organizationId} and c.customer_number = ${partner}
    union all
    select s.street, s.postal_code, s.city, s.country, null, null from supplier s where s.organization_id = ${organizationId} and s.supplier_number = ${partner}
    limit 1`)
  const lines = await linesOnPaper(tx, organizationId, statement)
  return {
    sender: sender?.name ?? '',
    partner: [
      textOf(record['partner_name']),
      textOf(address?.['street']),
      [textOf(address?.['postal_code']), textOf(address?.['city'])].filter(Boolean).join(' '),
      textOf(address?.['country']),
    ].filter(Boolean),
    number: statement,
    partnerNumber: partner,
    from,
    to,
    currency,
    message: textOf(record['message']),
    figures: [
      ['Opening balance', textOf(record['opening'])],
      ['Earned', textOf(record['accrued'])],
      ['Adjustments', textOf(record['adjustments'])],
      ['Paid', `-${textOf(record['paid'])}`],
      ['Paid on claims', `-${textOf(record['claims'])}`],
    ],
    closing: textOf(record['closing']),
    openClaims: textOf(record['open_claims']),
    lines,
    issuedOn,
    locale: localeOnPaper(textOf(address?.['language']), issuer),
  }
}

/** As the partner writes numbers and days, where a language of theirs is known; else as whoever issues the statement does. */
export function localeOnPaper(language: string, issuer: string | undefined): string {
  const known = [language.replace('_', '-'), issuer ?? ''].find((one) => /^[a-z]{2}(-[a-z]{2})?$/i.test(one)) ?? 'en'
  const locale = known === 'en' ? 'en-GB' : Intl.getCanonicalLocales(known)[0]!
  return Intl.NumberFormat.supportedLocalesOf(locale).length > 0 ? locale : 'en-GB'
}

/** More lines than these are added up by day, kind, contract and rule; the workbook holds each. */
const mostSingle = 80

const ownLines = (organizationId: number, statement: string): Sql => sql`
    select l.*, c.contract_header from partner_statement_line l
      left join contract c on c.organization_id = l.organization_id and c.contract_number = l.contract_number
     where l.organization_id = ${organizationId} and l.statement_number = ${statement}`

/** Every line of a statement, as its workbook holds it. */
export const readStatementLines = (
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  statement: string,
): Promise<StatementPaper['lines']> =>
  tx.query(sql`
      select l.kind, l.day::text as day, l.contract_number, l.contract_version, l.rule_no, l.tier, trim_scale(l.rate)::text as rate,
             trim_scale(l.basis)::text as basis, l.period_from::text as period_from, l.period_to::text as period_to, l.sales_lines, l.claim_number,
             l.posting_number, l.amount::text as amount, l.balance::text as balance, l.explanation, l.contract_header
        from (${ownLines(organizationId, statement)}) l order by l.line_no`)

async function linesOnPaper(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  statement: string,
): Promise<StatementPaper['lines']> {
  const own = ownLines(organizationId, statement)
  const [count] = await tx.query<{ lines: number }>(sql`select count(*) as lines from (${own}) l`)
  if (Number(count!.lines) <= mostSingle) return readStatementLines(tx, organizationId, statement)
  return tx.query(sql`
    select x.*, case when x.kind <> 'open_claim' then (sum(x.sum) over (order by x.place rows unbounded preceding))::text end as balance
      from (
        select l.kind, l.day::text as day, l.contract_number, max(l.contract_version) as contract_version, l.rule_no, null as tier, null as rate,
               trim_scale(sum(l.basis))::text as basis, min(l.period_from)::text as period_from, max(l.period_to)::text as period_to,
               sum(l.sales_lines)::bigint as sales_lines, l.claim_number, case when count(*) = 1 then min(l.posting_number) end as posting_number,
               sum(l.amount)::text as amount, sum(l.amount) as sum, max(l.contract_header) as contract_header, max(l.line_no) as place,
               case when count(*) = 1 then min(l.explanation) else concat(count(*), ' amounts, each in the workbook that comes with this statement') end as explanation
          from (${own}) l group by l.kind, l.day, l.contract_number, l.rule_no, l.claim_number) x
     order by x.kind = 'open_claim', x.place`)
}
