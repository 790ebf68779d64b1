import { counts } from '../engine/count-cache.ts'
import { today } from '../engine/list.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { amountRowsSql, toldBy, type Calculation } from './amounts-sql.ts'
import { explanationSql } from './bands-sql.ts'
import { notDueWords } from './due-days.ts'
import type { Window } from './periods.ts'
import type { PostingDay } from './fiscal-calendar.ts'
import { paymentTermsSql } from './payment-terms.ts'
import { postingNumber } from './posting-number.ts'
import type { Surroundings } from './surroundings.ts'
import type { ContractTerms, PostingKind } from './terms.ts'

/** What is posted: periods that share a day with the window, under the day they are posted on. */
export interface Posting {
  readonly kind: PostingKind
  readonly window: Window
  readonly day: PostingDay
}

/** What a run came to for a contract: how many postings it took, and why others that it owes were left for later. */
export interface Posted {
  readonly posted: number
  readonly held: string | null
}

interface Written {
  readonly fault: string | null
  readonly posted: number
  readonly is_held: boolean
  /** The first day on which some of what is left for later is to be paid. */
  readonly held_to: string | null
}

/**
 * Posts what a locked contract owes and was not posted yet: the difference to what stands there, so that the same again posts nothing.
 * How it is paid and booked stays as the contract says now. WRONG_STATE when it has lines that cannot be reckoned; nothing is posted then.
 */
export async function postContract(
  tx: Pick<Tx, 'query' | 'afterCommit'>,
  around: Surroundings,
  userId: number,
  contract: ContractTerms,
  posting: Posting,
): Promise<Posted> {
  const { organizationId } = around
  const { kind, window } = posting
  // A payment that is dated later leaves the house later.
  const day = [around.today ?? today(), posting.day.date].toSorted().at(-1)!
  const [row] = await tx.query<Written>(sql`
    with ${entryParts({ around, contracts: [contract], window, kind, day })}, written as (
      insert into financial_posting (organization_id, created_by, updated_by, posting_number, posting_type, status, approval_status, application_type, contract_number,
             contract_version, rule_no, payee, period_from, period_to, document, customer_number, material_number, posting_date, fiscal_year,
             fiscal_period, lines, qualifier, basis, tier, rate, amount, currency, explanation, source_key, due_date, payment_method, payment_terms,
             profit_center, cost_center)
      select ${organizationId}, ${userId}, ${userId},
             ${postingNumber(contract.contract_number, organizationId, sql`row_number() over (order by e.period_from, e.rule_no, e.source_key, e.currency, e.place)`)}, e.type, 'new', 'new', ${contract.application_type},
             ${contract.contract_number}, ${contract.version ?? null}::bigint, e.rule_no, e.payee, e.period_from, e.period_to, e.document,
             e.customer_number, e.material_number, ${posting.day.date}::date, ${posting.day.fiscalYear}::bigint,
             ${posting.day.fiscalPeriod}::bigint, e.lines, e.qualifier, e.benefit, e.tier, e.rate, e.due,
             e.currency, e.explanation, e.source_key, ${paymentTermsSql(sql`e.type`, sql`c`, sql`e.due_on`)}
        from entry e
        join contract c on c.organization_id = ${organizationId} and c.contract_number = ${contract.contract_number}
       where not exists (select from amount where faulty > 0)
      returning 1
    )
    select h.held > 0 as is_held, h.held_to, (select concat(min(fault), case when count(*) = 2 then ', and 1 other amount' when count(*) > 2 then concat(', and ', count(*) - 1, ' other amounts') end) from amount where faulty > 0 having count(*) > 0) as fault, (select count(*) from written) as posted
      from (select count(*) as held, min(d.due_on)::text as held_to from due d where d.is_held) h`)
  const { fault, posted, is_held: isHeld, held_to: heldTo } = row!
  if (fault)
    throw new AppError('WRONG_STATE', {
      message: `Nothing was posted: ${fault}. The simulation shows where.`,
    })
  if (posted > 0) tx.afterCommit(() => counts.forget('financial_posting', organizationId))
  return { posted: Number(posted), held: isHeld ? notDueWords(contract, { kind, window }, heldTo) : null }
}

/** The postings that calculations come to, each beside what is owed and posted: what a run would write. */
export const postingEntriesSql = (calculation: Calculation): Sql =>
  sql`with ${entryParts(calculation)} select * from entry`

/** What is reckoned (`amount`), what is due of it (`due`), and the postings that makes (`entry`), as parts of a statement. */
const entryParts = (calculation: Calculation): Sql => sql`
    amount as materialized (
      select a.*, concat_ws('|', a.rule_no, a.payee, a.period_from, a.document, a.customer_number, a.material_number) as source_key
        from (${amountRowsSql(calculation)}) a
    ), due as (${dueSql(calculation)}
    ), ${calculation.kind === 'Accrual' ? sql`entry as (${accrualsSql}` : sql`kept as (${keptSql(calculation)}), entry as (${paymentsSql}`}
    )`

const isLeft: Readonly<Record<PostingKind, Sql>> = {
  Accrual: sql`coalesce(p.paid, 0) = 0 and a.amount <> coalesce(p.accrued, 0)`,
  Payment: sql`a.amount <> coalesce(p.paid, 0)`,
}

/** What is owed beside what was posted in the same currency; what sales no longer give rise to, or gave rise to in another currency, is owed as nothing. */
const dueSql = ({ around, contracts, window, kind }: Calculation): Sql => sql`
  select coalesce(a.contract_number, p.contract_number) as contract_number, coalesce(a.currency, p.currency) as currency, coalesce(a.faulty, 0) as faulty, a.fault,
         coalesce(a.source_key, p.source_key) as source_key, coalesce(a.rule_no, p.rule_no) as rule_no, coalesce(a.payee, p.payee) as payee,
         coalesce(a.period_from, p.period_from) as period_from, coalesce(a.period_to, p.period_to) as period_to,
         coalesce(a.document, p.document) as document, coalesce(a.customer_number, p.customer_number) as customer_number,
         coalesce(a.material_number, p.material_number) as material_number, coalesce(a.lines, 0) as lines,
         coalesce(a.qualifier, 0) as qualifier, coalesce(a.benefit, 0) as benefit, a.tier, a.rate,
         a.source_key is not null as is_reckoned, ${toldBy},
         coalesce(a.is_due, true) as is_due, a.due_on, not a.is_due and ${isLeft[kind]} as is_held,
         coalesce(a.amount, 0) as owed, coalesce(p.accrued, 0) as accrued, coalesce(p.paid, 0) as paid
    from amount a
    full join (
      select f.contract_number, f.source_key, f.currency, max(f.rule_no) as rule_no, max(f.payee) as payee, max(f.period_from) as period_from, max(f.period_to) as period_to,
             max(f.document) as document, max(f.customer_number) as customer_number, max(f.material_number) as material_number,
             sum(f.amount) filter (where f.posting_type in ('Accrual', 'Accrual Reversal')) as accrued,
             sum(f.amount) filter (where f.posting_type in ('Payment', 'Payment Reversal', 'Delta Payment')) as paid
        from financial_posting f
       where f.organization_id = ${around.organizationId} and f.contract_number = any(${contracts.map((one) => one.contract_number)}::text[]) and f.status <> 'rejected' and f.claim_number is null
         and f.period_from <= ${window.to}::date and f.period_to >= ${window.from}::date
       group by f.contract_number, f.source_key, f.currency) p on p.contract_number = a.contract_number and p.source_key = a.source_key and p.currency = a.currency`

const explained = sql`case when d.is_reckoned then ${explanationSql(sql`d`)} else 'no sales any more' end as explanation`

/**
 * What claims have released of the accruals of a contract already, beyond what it has accrued for other periods than those that are paid: that
 * much is not released once more.
 */
const keptSql = ({ around, contracts }: Calculation): Sql => sql`
  select r.contract_number, r.currency, greatest(0, r.by_claims - greatest(0, r.calculated - coalesce(s.accrued, 0))) as amount
    from (
      select f.contract_number, f.currency, - sum(f.amount) filter (where f.claim_number is not null) as by_claims,
             coalesce(sum(f.amount) filter (where f.claim_number is null), 0) as calculated
        from financial_posting f
       where f.organization_id = ${around.organizationId} and f.contract_number = any(${contracts.map((one) => one.contract_number)}::text[])
         and f.posting_type in ('Accrual', 'Accrual Reversal') and f.status <> 'rejected'
       group by f.contract_number, f.currency having sum(f.amount) filter (where f.claim_number is not null) < 0) r
    left join (select d.contract_number, d.currency, sum(d.accrued) as accrued from due d where d.is_due group by d.contract_number, d.currency) s using (contract_number, currency)`

// Of several periods that are paid together the first ones keep it.
const kept = sql`
  least(greatest(d.accrued, 0), greatest(0, coalesce(k.amount, 0) - sum(greatest(d.accrued, 0)) over (
    partition by d.contract_number, d.currency order by d.period_from, d.source_key rows between unbounded preceding and current row) + greatest(d.accrued, 0)))`

/** An accrual posts the difference until the first payment. Words are found for what is posted alone. */
const accrualsSql = sql`
        select d.*, ${explained}, 'Accrual' as type, 1 as place, d.owed - d.accrued as due
          from due d where d.is_due and d.paid = 0 and d.owed <> d.accrued`

/** A payment releases the accrual and pays what was not paid yet; both share their words, which are found once (`offset 0`). */
const paymentsSql = sql`
        select d.*, v.type, v.place, v.due
          from (select d.*, ${explained}, d.accrued - ${kept} as to_release
                  from due d left join kept k on k.contract_number = d.contract_number and k.currency = d.currency
                 where d.is_due and (d.accrued <> 0 or d.owed <> d.paid) offset 0) d
         cross join lateral (
           values ('Accrual Reversal', 1, - d.to_release), (case when d.paid = 0 then 'Payment' else 'Delta Payment' end, 2, d.owed - d.paid)) v (type, place, due)
         where v.due <> 0`
