import { creditTransfer } from '../../domain/payments/credit-transfer.ts'
import { type Amount, amount, sumOf, zero } from '../../domain/calculation/amount.ts'
import { exactMoney, fileWords, type PayeeSum, payeeSums } from '../../domain/payments/payee-sums.ts'
import { counts } from '../../engine/count-cache.ts'
import { screenNamed } from '../../engine/effective-screens.ts'
import { csvCell } from '../../engine/export.ts'
import { noteFiles } from '../../engine/files/held-files.ts'
import { writeFile } from '../../engine/files/write-file.ts'
import { writeZip } from '../../engine/files/write-zip.ts'
import { escapeFormula } from '../../engine/formula-escape.ts'
import type { Row } from '../../engine/page.ts'
import { storeChanges } from '../../engine/write.ts'
import type { Values } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { json, sql, type Sql } from '../../store/sql.ts'
import type { JobContext, JobResult, JobType } from '../job-type.ts'
import type { JobServices } from '../services.ts'

interface Due {
  readonly id: number
  readonly posting_number: string
  readonly posting_type: string
  readonly contract_number: string
  readonly payee: string
  readonly period_from: string
  readonly period_to: string
  readonly amount: string
  /** The posting that takes back what was paid for the same, and is not in this file. */
  readonly held_by: string | null
}

interface Account {
  readonly payee: string
  readonly account_holder: string
  readonly iban: string
  readonly bic: string | null
  readonly is_confirmed: boolean
}

/**
 * Makes a payment file of the approved payments that no file holds yet: netted by payee, as CSV and, where accounts are known, as an
 * order to the bank. The postings are marked in the same transaction, so that each is in one file and no other. What comes to nothing for
 * a payee is settled by the file without an order. What was posted anew in place of a payment waits until taking that back is in this file
 * as well: until then the bank would be ordered to pay twice.
 */
export const paymentFile =
  (services: JobServices): JobType =>
  async (context) => {
    try {
      return await make(services, context)
    } catch (error) {
      const { run } = context
      const words = error instanceof AppError ? error.message : 'Something went wrong on the server.'
      await services.db.tenant({ organizationId: run.organization_id, userId: run.user_id }, (tx) =>
        tx.query(sql`
          update payment_run set status = 'failed', result = ${words}, row_version = row_version + 1, updated_at = now()
           where organization_id = ${run.organization_id} and id = ${Number(run.body['payment_run'])} and status in ('waiting', 'failed')`),
      )
      throw error
    }
  }

async function make(services: JobServices, context: JobContext): Promise<JobResult> {
  const { tx, run, caller, progress, signal } = context
  const screen = screenNamed(services.screens, 'payment-run')!
  const [record] = await tx.query<Row>(sql`
    select t.* from payment_run t where t.organization_id = ${run.organization_id} and t.id = ${Number(run.body['payment_run'])}`)
  if (!record) throw new AppError('NOT_FOUND', { message: 'The payment file is not there any more.' })
  const number = String(record['run_number'])
  if (record['status'] === 'complete') return { message: `${number} was made already.` }
  if (record['status'] === 'void') return { message: `${number} was taken back.` }
  const due = await payable(context, record)
  const held = due.flatMap((one) => (one.held_by === null ? [] : [{ ...one, held_by: one.held_by }]))
  const sums = payeeSums(due.filter((one) => one.held_by === null))
  const { paid, settled } = sums
  const scope = { tx, caller, screen, screens: services.screens, hooks: {} }
  const finish = async (changed: Values): Promise<void> => {
    await storeChanges(scope, [record.id], { ...changed, made_at: new Date().toISOString() })
    tx.afterCommit(() => counts.forget('payment_run', run.organization_id))
  }
  const accounts = await accountsOf(context, paid)
  // What is paid in any other way is listed: the bank would pay it a second time.
  const isOrder = record['payment_method'] === 'transfer'
  const ordered = isOrder ? paid.filter(({ payee }) => accounts.has(payee)) : []
  const unconfirmed = ordered.flatMap(({ payee }) => (accounts.get(payee)!.is_confirmed ? [] : [payee]))
  const words = fileWords(sums, held, isOrder && record['debtor_iban'] ? paid.length - ordered.length : 0, unconfirmed)
  const result = [words, await otherwiseWords(context, record)].filter((one) => one !== null).join(' ')
  if (paid.length + settled.length === 0) {
    await finish({ status: 'empty', result, payments: 0, postings: 0, total: '0' })
    return { message: result }
  }
  progress('Writing the payment file', 0, paid.length)
  const name = `${number}.zip`
  const content = writing(() => partsOf(record, { paid, settled, ordered, accounts }))
  const zip = writeZip(content.files, new Date())
  const file = await writeFile(services.files, scope, 'file', { name, type: 'application/zip', content: zip })
  signal.throwIfAborted()
  const postings = [...paid, ...settled].flatMap((one) => one.postings)
  const marked = await markPaid(context, number, postings)
  for (const written of [content.payments, content.postings])
    if (!written.eq(marked))
      throw new AppError('WRONG_STATE', {
        message: `${number} would come to ${written.toString()}, but its postings to ${marked.toString()}.`,
      })
  tx.afterCommit(() => counts.forget('financial_posting', run.organization_id))
  const total = paid.reduce((sum, one) => sum.plus(one.amount), zero)
  await noteFiles(scope, record.id, { file })
  await finish({
    status: 'complete',
    result,
    payments: paid.length,
    postings: postings.length,
    total: total.toString(),
    file,
  })
  return { message: `${number}: ${result}` }
}

/** Marks postings as paid by the file, and answers what they come to as they are stored. */
async function markPaid({ tx, run, caller }: JobContext, number: string, postings: readonly Due[]): Promise<Amount> {
  const [sum] = await tx.query<{ amount: string }>(sql`
    with marked as (
      update financial_posting f set payment_run = ${number}, status = 'posted', posted_by = ${caller.email}, posted_at = now(),
             row_version = f.row_version + 1, updated_at = now(), updated_by = ${caller.userId}
       where f.organization_id = ${run.organization_id} and f.id = any(${postings.map(({ id }) => id)}::bigint[])
      returning f.amount)
    select coalesce(sum(m.amount), 0)::text as amount from marked m`)
  return amount(sum!.amount)
}

const textOf = (record: Row, name: string): string | null => (record[name] as string | null | undefined) ?? null

/** Whether a posting is paid as the file is; what names no method counts as a transfer. */
const isPaidSo = (paidBy: Sql, record: Row): Sql => {
  const method = textOf(record, 'payment_method')
  return method === null ? sql`true` : sql`coalesce(${paidBy}, 'transfer') = ${method}`
}

/** The postings `f` that a file could hold, but for how they are paid. */
const isPayable = ({ run }: JobContext, record: Row): Sql => sql`
  f.organization_id = ${run.organization_id} and f.status = 'approved' and f.payment_run is null
       and f.posting_type in ('Payment', 'Delta Payment', 'Payment Reversal') and f.payee is not null and f.currency = ${textOf(record, 'currency')}
       and f.posting_date <= ${textOf(record, 'posted_to')}::date
       and (${textOf(record, 'application_type')}::text is null or f.application_type = ${textOf(record, 'application_type')})
       and (${textOf(record, 'payee')}::text is null or f.payee = ${textOf(record, 'payee')})`

/** How many postings wait that are paid otherwise, in words. */
async function otherwiseWords(context: JobContext, record: Row): Promise<string | null> {
  const [found] = await context.tx.query<{ count: number }>(sql`
    select count(*)::int as count from financial_posting f where ${isPayable(context, record)} and not (${isPaidSo(sql`f.payment_method`, record)})`)
  const count = found?.count ?? 0
  if (count === 0) return null
  return count === 1
    ? '1 posting is paid in another way and is not in it.'
    : `${count} postings are paid in other ways and are not in it.`
}

const payable = (context: JobContext, record: Row): Promise<Due[]> =>
  context.tx.query<Due>(sql`
    select f.id, f.posting_number, f.posting_type, f.contract_number, f.payee, f.period_from::text as period_from, f.period_to::text as period_to, f.amount::text as amount,
           (select min(r.posting_number) from financial_posting r
             where r.organization_id = f.organization_id and r.contract_number = f.contract_number and r.source_key = f.source_key and r.id <> f.id
               and r.reversal_of is not null and r.reversal_of is distinct from f.posting_number and f.reversal_of is null
               and r.posting_type in ('Payment', 'Delta Payment', 'Payment Reversal')
               and (r.status in ('new', 'submit_approval') or (r.status = 'approved' and (r.posting_date > ${textOf(record, 'posted_to')}::date or not (${isPaidSo(sql`r.payment_method`, record)}))))) as held_by
      from financial_posting f
     where ${isPayable(context, record)} and ${isPaidSo(sql`f.payment_method`, record)}
     order by f.payee, f.posting_number for update of f`)

async function accountsOf(
  { tx, run }: JobContext,
  paid: readonly { readonly payee: string }[],
): Promise<Map<string, Account>> {
  const rows = await tx.query<Account>(sql`
    select a.payee, a.account_holder, a.iban, a.bic, a.verified_on is not null as is_confirmed from payee_account a
      join jsonb_array_elements_text(${json(paid.map(({ payee }) => payee))}) p(payee) on p.payee = a.payee
     where a.organization_id = ${run.organization_id} and a.status = 'active'`)
  return new Map(rows.map((row) => [row.payee, row]))
}

/** Amounts stay amounts, also those below nothing; no other cell is ever taken for a formula. */
const cellOf = (text: string): string => csvCell(/^-?\d+(\.\d+)?$/.test(text) ? text : escapeFormula(text))

const csv = (lines: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\uFEFF${lines.map((line) => line.map(cellOf).join(',')).join('\r\n')}\r\n`)

/** What is written of amounts; WRONG_STATE with the one that cannot be paid. */
function writing<T>(write: () => T): T {
  try {
    return write()
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('WRONG_STATE', { message: `${error.message}.`, cause: error })
    throw error
  }
}

interface Content {
  readonly paid: readonly PayeeSum<Due>[]
  readonly settled: readonly PayeeSum<Due>[]
  readonly ordered: readonly PayeeSum<Due>[]
  readonly accounts: ReadonlyMap<string, Account>
}

/** The files of a payment file, and what the payments and the postings in them come to as they are written. */
function partsOf(record: Row, { paid, settled, ordered, accounts }: Content) {
  const number = String(record['run_number'])
  const currency = String(record['currency'])
  const reference = new Map(paid.map(({ payee }, at) => [payee, `${number}-${at + 1}`]))
  const payments = paid.map(({ payee, amount: sum, postings }) => [
    reference.get(payee)!,
    payee,
    accounts.get(payee)?.account_holder ?? '',
    accounts.get(payee)?.iban ?? '',
    exactMoney(`The payment to ${payee}`, sum, currency),
    currency,
    String(postings.length),
  ])
  const lines = [...paid, ...settled].flatMap(({ payee, postings }) =>
    postings.map((one) => [
      reference.get(payee) ?? 'settled',
      one.posting_number,
      one.posting_type,
      one.contract_number,
      payee,
      one.period_from,
      one.period_to,
      exactMoney(one.posting_number, one.amount, currency),
      currency,
    ]),
  )
  const own = textOf(record, 'debtor_iban')
  const order =
    own === null || ordered.length === 0
      ? []
      : [
          {
            name: `${number}-pain.001.xml`,
            content: Buffer.from(
              creditTransfer({
                number,
                createdAt: new Date().toISOString(),
                executionDate: textOf(record, 'execution_date')!,
                currency,
                debtor: { name: textOf(record, 'debtor_name') ?? number, iban: own, bic: textOf(record, 'debtor_bic') },
                transfers: ordered.map(({ payee, amount: sum, postings }) => ({
                  reference: reference.get(payee)!,
                  name: accounts.get(payee)!.account_holder,
                  iban: accounts.get(payee)!.iban,
                  bic: accounts.get(payee)!.bic,
                  amount: sum.toString(),
                  text: `${number} ${[...new Set(postings.map((one) => one.contract_number))].join(' ')}`,
                })),
              }),
            ),
          },
        ]
  const files = [
    {
      name: `${number}-payments.csv`,
      content: csv([['Payment', 'Payee', 'Account holder', 'IBAN', 'Amount', 'Currency', 'Postings'], ...payments]),
    },
    {
      name: `${number}-postings.csv`,
      content: csv([
        ['Payment', 'Posting', 'Type', 'Contract', 'Payee', 'Period from', 'Period to', 'Amount', 'Currency'],
        ...lines,
      ]),
    },
    ...order,
  ]
  const written = (rows: readonly (readonly string[])[], heading: number): Amount =>
    sumOf(rows.map((row) => amount(row[heading]!)))
  return { files, payments: written(payments, 4), postings: written(lines, 7) }
}
