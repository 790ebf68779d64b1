import { plainId } from '../claims/resolve-sql.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import type { Report } from './report.ts'

const escaped = (number: Sql): Sql => sql`regexp_replace(${number}, '([\\\\,])', '\\\\\\1', 'g')`

const both = sql`concat(${escaped(sql`d.posting_number`)}, ',', ${escaped(sql`d.other_number`)})`

// Of the two those that are postings here, as the values of a filter.
const numbersSql = sql`
  case d.reason when 'systems' then null when 'same' then ${both} when 'near' then ${both} when 'claim' then ${both} when 'line' then ${both}
                else ${escaped(sql`d.posting_number`)} end`

interface Asked {
  readonly organizationId: number
  readonly from: unknown
  readonly to: unknown
  readonly payee: unknown
}

const isStanding = (alias: Sql): Sql => sql`
  ${alias}.posting_type in ('Payment', 'Delta Payment') and ${alias}.status not in ('rejected', 'reversed') and ${alias}.reversal_of is null and ${alias}.amount > 0`

/**
 * Sales that a claim was paid for and that stand in the period, invoice, customer and material of a calculated payment of the same contract as
 * well: a row for each two payments, with the lines and what was approved for them.
 */
const paidByBoth = ({ organizationId, from, to, payee }: Asked): Sql => sql`
  select b.payee, b.posting_number, b.contract_number, b.posting_date, b.amount, b.other_number, b.contract_number as other_contract, b.other_date,
         sum(b.approved) as other_amount, b.currency, count(*) as lines,
         concat(array_to_string((array_agg(b.sales_line order by b.sales_line))[1:5], ', '), case when count(*) > 5 then concat(' and ', count(*) - 5, ' more') end) as sales_lines
    from (
      select distinct on (l.id, a.source_key) l.sales_line, l.approved_amount as approved, a.payee, a.posting_number, a.contract_number, a.posting_date, a.amount,
             a.currency, c.posting_number as other_number, c.posting_date as other_date
        from financial_posting c
        join incoming_claim_line l on l.organization_id = c.organization_id and l.claim_number = c.claim_number and l.contract_number = c.contract_number
         and l.line_status = 'ok' and l.approved_amount > 0 and l.sales_line is not null
        join financial_posting a on a.organization_id = c.organization_id and a.contract_number = c.contract_number and a.claim_number is null
         and l.invoice_date between a.period_from and a.period_to and coalesce(a.customer_number, l.customer_number) is not distinct from l.customer_number
         and coalesce(a.material_number, l.material_number) = l.material_number and (a.document is null or ${plainId(sql`a.document`)} = ${plainId(sql`l.invoice_number`)})
       where c.organization_id = ${organizationId} and c.claim_number is not null and ${isStanding(sql`c`)} and ${isStanding(sql`a`)}
         and (c.posting_date between ${from}::date and ${to}::date or a.posting_date between ${from}::date and ${to}::date)
         ${payee ? sql`and ${payee}::text in (a.payee, c.payee)` : sql``}
       order by l.id, a.source_key, a.id, c.id) b
   group by b.payee, b.posting_number, b.contract_number, b.posting_date, b.amount, b.other_number, b.other_date, b.currency`

const noLines = sql`
  select null::text as payee, null::text as posting_number, null::text as contract_number, null::date as posting_date, null::numeric as amount, null::text as other_number,
         null::text as other_contract, null::date as other_date, null::numeric as other_amount, null::text as currency, null::bigint as lines, null::text as sales_lines where false`

const linesAsked = ['claim_number', 'sales_line', 'approved_amount', 'invoice_date']

/**
 * Payments that may have been made twice: of one rule, period and group of lines; for one sale by a claim and by a calculation; of one claim, or naming the document of another, whatever
 * the amount; to one payee within some days and a tolerance of an amount that is worth looking at, for the same business: the same invoice,
 * or the same period, customer and material, under another contract, for a claim and without one, by an external system as well or by two
 * of them. What was taken back and what takes it back is no duplicate, and what stands for a posting of ours pays that alone.
 */
export const duplicatePayment: Report = {
  reads: {
    'financial-posting': [
      'posting_number',
      'contract_number',
      'payee',
      'rule_no',
      'period_from',
      'period_to',
      'document',
      'customer_number',
      'material_number',
      'posting_date',
      'amount',
      'currency',
      'source_key',
      'external_reference',
    ],
    'external-posting': [
      'external_document',
      'contract_number',
      'payee',
      'posting_date',
      'amount',
      'currency',
      'claim_number',
      'reference_text',
      'period_from',
      'period_to',
      'posting_number',
    ],
  },
  statement: (parameters, { organizationId, mayRead }) => {
    const mayReadLines = linesAsked.every((name) => mayRead('incoming-claim-line', name))
    const { posted_from: from, posted_to: to, paid_to: payee } = parameters
    const [days, tolerance, least] = [
      parameters['within_days'],
      parameters['tolerance'],
      parameters['min_amount'] ?? '0',
    ]
    const wanted = join(
      [
        sql`f.organization_id = ${organizationId}`,
        sql`f.amount > 0`,
        ...(payee ? [sql`f.payee = ${payee}::text`] : []),
      ],
      ' and ',
    )
    const near = sql`greatest(a.amount, b.amount) >= ${least}::numeric and abs(a.posting_date - b.posting_date) <= ${days}::int
      and abs(a.amount - b.amount) <= greatest(a.amount, b.amount) * ${tolerance}::numeric / 100`
    // Amounts of different business are near each other by chance; what one side does not tell is no difference.
    const sameBusiness = sql`(a.invoice = b.invoice or a.period_from = b.period_from and a.period_to = b.period_to
      and a.invoice is not distinct from b.invoice and a.customer_number is not distinct from b.customer_number and a.material_number is not distinct from b.material_number)`
    const sameTerms = sql`a.contract_number = coalesce(b.contract_number, a.contract_number)
      and coalesce(b.period_from, a.period_from) <= a.period_to and coalesce(b.period_to, a.period_to) >= a.period_from`
    const named = sql`b.named && a.names`
    return sql`
      with paid as (
        select f.id, f.posting_number, f.contract_number, f.payee, f.rule_no, f.period_from, f.period_to, f.customer_number, f.material_number, f.source_key,
               ${plainId(sql`f.document`)} as invoice, array_remove(array[${plainId(sql`f.posting_number`)}, ${plainId(sql`f.external_reference`)}, ${plainId(sql`f.document`)}], null) as names, f.posting_date, f.amount, f.currency, f.posting_type, f.external_reference,
               f.claim_number, ${plainId(sql`f.claim_number`)} as claim, ${mayRead('incoming-claim', 'debit_memo') ? plainId(sql`h.debit_memo`) : sql`null::text`} as memo
          from financial_posting f
          left join incoming_claim h on h.organization_id = f.organization_id and h.claim_number = f.claim_number
         where ${wanted} and f.posting_type in ('Payment', 'Delta Payment') and f.status not in ('rejected', 'reversed') and f.reversal_of is null
           and f.posting_date between ${from}::date - ${days}::int and ${to}::date + ${days}::int
      ), others as (
        select f.id, f.source_system, f.external_document, f.contract_number, f.payee, f.posting_date, f.period_from, f.period_to, f.amount, f.currency, f.posting_number,
               array_remove(array[${plainId(sql`f.external_document`)}, ${plainId(sql`f.reference_text`)}], null) as named,
               ${plainId(sql`coalesce(f.claim_number, f.reference_text)`)} as claim
          from external_posting f
         where ${wanted} and f.posting_type in ('Payment', 'Delta Payment')
      ), of_lines as (${mayReadLines ? paidByBoth({ organizationId, from, to, payee }) : noLines}
      ), found as (
        select 'line' as reason, b.payee, b.posting_number, b.contract_number, b.posting_date, b.amount, b.other_number, b.other_contract, b.other_date, b.other_amount,
               b.currency, b.lines, b.sales_lines
          from of_lines b
        union all
        select case when a.contract_number <> b.contract_number then 'near' when a.source_key = b.source_key then 'same' else 'claim' end as reason, a.payee, a.posting_number, a.contract_number, a.posting_date,
               a.amount, b.posting_number as other_number, b.contract_number as other_contract, b.posting_date as other_date, b.amount as other_amount, a.currency,
               null::bigint, null::text
          from paid a join paid b on b.payee = a.payee and b.currency = a.currency and b.id > a.id
         where case when a.contract_number = b.contract_number
                    then a.posting_type = 'Payment' and b.posting_type = 'Payment' and (a.source_key = b.source_key
                      or a.claim_number is distinct from b.claim_number and (a.claim_number is null or b.claim_number is null) and ${near}
                        and not exists (select from of_lines o where (o.posting_number, o.other_number) in ((a.posting_number, b.posting_number), (b.posting_number, a.posting_number))))
                    else ${near} and ${sameBusiness} end
        union all
        select case when b.claim in (a.claim, a.memo) then 'external_claim' when ${named} then 'document' else 'external' end, a.payee, a.posting_number, a.contract_number,
               a.posting_date, a.amount, b.external_document, b.contract_number, b.posting_date, b.amount, a.currency, null, null
          from paid a join others b on b.payee = a.payee and b.currency = a.currency
         where b.posting_number is null and b.external_document is distinct from a.external_reference and (b.claim in (a.claim, a.memo) or ${named} or ${near} and ${sameTerms})
        union all
        select 'systems', a.payee, a.external_document, a.contract_number, a.posting_date, a.amount, b.external_document, b.contract_number, b.posting_date, b.amount, a.currency, null, null
          from others a join others b on b.payee = a.payee and b.currency = a.currency and b.id > a.id
         where not exists (select from paid p where p.posting_number in (a.posting_number, b.posting_number))
           and (a.posting_number is null or b.posting_number is null) and a.source_system <> b.source_system and (a.claim = b.claim or a.posting_number is null and b.posting_number is null and a.named && b.named or ${near} and coalesce(a.contract_number, b.contract_number) is not distinct from coalesce(b.contract_number, a.contract_number))
      )
      select d.*, ${numbersSql} as pair, abs(d.other_date - d.posting_date) as days,
             case when d.reason <> 'line' then round(100 * abs(d.other_amount - d.amount) / nullif(greatest(d.amount, d.other_amount), 0), 2) end as difference
        from found d where d.posting_date between ${from}::date and ${to}::date or d.other_date between ${from}::date and ${to}::date`
  },
}
