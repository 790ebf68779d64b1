import type { Screen } from '#src/definition'
import { enqueueRun } from '../engine/jobs/run-record.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { insertRows } from './insert-rows.ts'
import type { Row } from './masters.ts'
import type { Random } from './random.ts'

/** An account number with check digits that fit. */
function iban(random: Random): string {
  const account = `37040044${String(random.whole(1_000_000, 9_999_999)).padStart(10, '0')}`
  let rest = 0
  for (const digit of `${account}131400`) rest = (rest * 10 + Number(digit)) % 97
  return `DE${String(98 - rest).padStart(2, '0')}${account}`
}

interface Posted {
  readonly posting_number: string
  readonly posting_type: string
  readonly application_type: string
  readonly contract_number: string
  readonly payee: string
  readonly posting_date: string
  readonly period_from: string
  readonly period_to: string
  readonly amount: string
  readonly currency: string
  readonly external_reference: string | null
}

/** What the ledger of the demo posted of ours, with a few that differ or are missing on either side; reconciled up to the last days. */
function ledger(posted: readonly Posted[], reconciler: string): Row[] {
  const known = posted.flatMap((one, at): Row[] => {
    if (at % 23 === 7) return []
    const difference = at % 19 === 4 ? '-0.37' : '0'
    const isReconciled = difference === '0' && at % 3 !== 2
    return [
      {
        external_document: one.external_reference ?? `FI9${String(at).padStart(7, '0')}`,
        source_system: 'ERP',
        posting_type: one.posting_type,
        application_type: one.application_type,
        contract_number: one.contract_number,
        payee: one.payee,
        posting_date: one.posting_date,
        period_from: one.period_from,
        period_to: one.period_to,
        amount: (Number(one.amount) + Number(difference)).toFixed(2),
        currency: one.currency,
        posting_number: one.posting_number,
        reference_text: `Rebate ${one.contract_number}`,
        match_status: isReconciled ? 'reconciled' : difference === '0' ? 'matched' : 'differs',
        difference,
        reconciled_by: isReconciled ? reconciler : null,
        reconciled_at: isReconciled ? `${one.posting_date}T16:30:00Z` : null,
      },
    ]
  })
  const strange = posted.slice(0, 3).map((one, at): Row => ({
    external_document: `FI98${String(at + 1).padStart(6, '0')}`,
    source_system: 'ERP',
    posting_type: 'Payment',
    payee: one.payee,
    posting_date: '2026-08-03',
    amount: (Number(one.amount) * (at === 0 ? 1.004 : 0.5 + at)).toFixed(2),
    currency: one.currency,
    reference_text: 'Credit note without a contract',
    match_status: 'unmatched',
  }))
  return [...known, ...strange, ...paidTwice(posted)]
}

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** What the system before this one, and the treasury, paid once more before anybody noticed. */
function paidTwice(posted: readonly Posted[]): Row[] {
  const greatest = posted
    .filter((one) => one.posting_type === 'Payment')
    .toSorted((a, b) => Number(b.amount) - Number(a.amount))
  const again = (one: Posted | undefined, document: string, more: Row): Row[] =>
    one
      ? [
          {
            external_document: document,
            source_system: 'LEGACY',
            posting_type: 'Payment',
            application_type: one.application_type,
            payee: one.payee,
            posting_date: daysAfter(one.posting_date, 4),
            amount: Number(one.amount).toFixed(2),
            currency: one.currency,
            match_status: 'unmatched',
            ...more,
          },
        ]
      : []
  const [first, second, third, fourth] = greatest
  return [
    ...again(first, 'LG-204417', { contract_number: first?.contract_number, reference_text: 'Rebate second quarter' }),
    ...again(first, 'TR-00093', { source_system: 'TREASURY' }),
    ...again(second, 'LG-204431', { reference_text: second?.posting_number }),
    ...again(third, 'LG-204440', { amount: (Number(third?.amount) * 0.996).toFixed(2) }),
    // A part of it, months later, that names what it pays.
    ...again(fourth, 'LG-204502', {
      reference_text: fourth?.external_reference,
      amount: (Number(fourth?.amount) / 2).toFixed(2),
      posting_date: '2026-10-20',
    }),
  ]
}

/** Bank accounts of most payees, what other systems posted and reckoned, and results of their formulas. */
export async function loadPayments(
  tx: Tx,
  screens: readonly Screen[],
  random: Random,
  organizationId: number,
  user: { readonly id: number; readonly email: string },
): Promise<void> {
  const posted = await tx.query<Posted>(sql`
    select f.posting_number, f.posting_type, f.application_type, f.contract_number, f.payee, f.posting_date::text as posting_date, f.period_from::text as period_from,
           f.period_to::text as period_to, f.amount::text as amount, f.currency, f.external_reference
      from financial_posting f
     where f.organization_id = ${organizationId} and f.status = 'posted' order by f.posting_number limit 120`)
  const payees = await tx.query<{ payee: string; name: string }>(sql`
    select distinct f.payee, coalesce(c.customer_name, f.payee) as name from financial_posting f
      left join customer c on c.organization_id = f.organization_id and c.customer_number = f.payee
     where f.organization_id = ${organizationId} and f.payee is not null order by f.payee`)
  const tables: Record<string, readonly Row[]> = {
    'payee-account': payees
      .filter((_payee, at) => at % 7 !== 5)
      .map(({ payee, name }, at) => ({
        payee,
        account_holder: name.slice(0, 70),
        iban: iban(random),
        bic: 'COBADEFFXXX',
        bank_name: 'Commerzbank',
        status: 'active',
        verified_on: at % 5 === 4 ? null : '2026-01-12',
      })),
    'external-posting': ledger(posted, user.email),
    'external-calculation': posted
      .filter((one) => one.posting_type === 'Payment')
      .slice(0, 60)
      .map((one, at) => ({
        line_number: `LC-${String(at + 1).padStart(5, '0')}`,
        source_system: 'LEGACY',
        run_number: '2026-Q2',
        kind: 'Payment',
        application_type: one.application_type,
        contract_number: one.contract_number,
        rule_no: 1,
        payee: one.payee,
        period_from: one.period_from,
        period_to: one.period_to,
        amount: (Number(one.amount) * (at % 9 === 3 ? 0.98 : 1)).toFixed(2),
        currency: one.currency,
      })),
    'payment-run': [
      {
        run_number: 'PAY-000001',
        status: 'waiting',
        description: 'Rebates of the first half year',
        currency: 'EUR',
        payment_method: 'transfer',
        posted_to: '2026-08-31',
        execution_date: '2026-12-01',
        debtor_name: 'Northgate Trading',
        debtor_iban: iban(random),
        debtor_bic: 'COBADEFFXXX',
      },
    ],
    'external-formula-result': [...new Set(posted.map((one) => one.contract_number))]
      .slice(0, 24)
      .map((subject, at) => ({
        formula_name: at % 2 === 0 ? 'FREIGHT-SHARE' : 'SERVICE-LEVEL',
        formula_category: 'Logistics',
        subject_type: 'contract',
        subject,
        valid_from: '2026-01-01',
        valid_to: '2026-06-30',
        result_value: at % 2 === 0 ? `${random.whole(80, 140) / 100}` : `${random.whole(920, 999) / 10}`,
        source_system: 'LOGISTICS',
        calculated_at: '2026-07-02T04:00:00Z',
      })),
  }
  for (const [name, rows] of Object.entries(tables)) {
    const screen = screens.find((one) => one.name === name)
    if (screen) await insertRows(tx, screen, organizationId, user.id, rows)
  }
  const [run] = await tx.query<{ id: number }>(
    sql`select id from payment_run where organization_id = ${organizationId}`,
  )
  if (!run) return
  // The worker of the first start makes it, as it would any other.
  await enqueueRun(tx, {
    organizationId,
    userId: user.id,
    job: null,
    name: 'Payment file PAY-000001',
    jobType: 'payment_file',
    appType: null,
    body: { payment_run: run.id },
    startedBy: user.email,
    maxAttempts: 1,
    retrySeconds: 30,
  })
}
