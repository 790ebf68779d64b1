import type { Screen } from '#src/definition'
import { addUpClaims, judgeClaims } from '../claims/judge.ts'
import { addUpAnswers, applyResponses } from '../claims/apply-responses.ts'
import { gatherClaims } from '../claims/gather.ts'
import { incoming, outgoing } from '../claims/kinds.ts'
import { markDisputed } from '../claims/mark-disputed.ts'
import { postClaim } from '../claims/post-claim.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { claimConfigurations, rejectionReasons } from './claim-settings.ts'
import { insertRows } from './insert-rows.ts'
import type { DemoMasters, Row } from './masters.ts'
import type { Random } from './random.ts'
import { productLines } from './words.ts'

const line = productLines[3].line
const perUnit = 0.62

const chargeback = (number: string, distributor: Row, trade: string): Row => ({
  contract_number: number,
  contract_header: `Chargeback ${line}: ${trade.toLowerCase()}s through ${String(distributor['customer_name'])}`,
  external_number: `GPO-${number.slice(-3)}`,
  application_type: 'Supplier Chargeback',
  contract_type: 'chargeback',
  partner_type: 'customer',
  partner_customer: distributor['customer_number'],
  partner_number: distributor['customer_number'],
  own_sales_only: false,
  currency: 'EUR',
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
  accrual_frequency: 'month',
  payment_frequency: 'on_demand',
  contract_status: 'Active',
  approval_status: 'approved',
  eligibility: [
    { group_no: 1, mode: 'include', attribute: 'customer.class_of_trade', operator: 'eq', value: trade },
    { group_no: 1, mode: 'include', attribute: 'material.product_line', operator: 'eq', value: line },
  ],
  rules: [
    {
      rule_no: 1,
      rule_type: 'Payment',
      rate_type: 'amount_per_unit',
      benefit_basis: 'quantity',
      qualifier_basis: 'quantity',
      tier_mode: 'none',
      bound: 'lower',
      evaluation_period: 'month',
      aggregation_level: 'contract',
      rate: String(perUnit),
      description: 'Difference to the price of the hospital',
    },
  ],
})

const bySupplier = (supplier: Row): Row => ({
  ...chargeback('SC26-001', supplier, 'Hospital'),
  external_number: null,
  contract_header: `Support of ${String(supplier['supplier_name'])} for sales to hospitals`,
  application_type: 'Supplier Rebate',
  partner_type: 'supplier',
  partner_customer: null,
  partner_supplier: supplier['supplier_number'],
  partner_number: supplier['supplier_number'],
  eligibility: [
    { group_no: 1, mode: 'include', attribute: 'customer.class_of_trade', operator: 'eq', value: 'Hospital' },
  ],
})

const money = (value: number): string => (Math.round(value * 100) / 100).toFixed(2)

interface Kit {
  readonly random: Random
  readonly hospitals: readonly Row[]
  readonly others: readonly Row[]
  readonly goods: readonly Row[]
  readonly elsewhere: readonly Row[]
}

/** One line of a claim; now and then something is wrong with it, as it is in life. */
function claimLine(
  { random, hospitals, others, goods, elsewhere }: Kit,
  claim: string,
  no: number,
  month: number,
  contract: string,
  flawless: boolean,
): Row {
  const flaw = flawless ? 1 : random.whole(0, 99) / 100
  const customer = flaw < 0.03 ? random.pick(others) : random.pick(hospitals)
  const material = flaw >= 0.03 && flaw < 0.06 ? random.pick(elsewhere) : random.pick(goods)
  const quantity = random.whole(2, 60) * 5
  const claimed = quantity * perUnit + (flaw >= 0.06 && flaw < 0.1 ? quantity * 0.1 : flaw < 0.3 ? 0.3 : 0)
  return {
    claim_number: claim,
    line_no: no,
    contract_id: flaw >= 0.1 && flaw < 0.12 ? 'GPO-999' : contract,
    customer_id:
      flaw >= 0.12 && flaw < 0.16
        ? `H-${random.whole(100, 999)}`
        : random.chance(0.5)
          ? customer['gln']
          : customer['customer_number'],
    material_id: random.chance(0.5) ? material['gtin'] : material['material_number'],
    invoice_number: `W${26_000_000 + Number(claim.replaceAll(/\D/g, '').slice(-4)) * 100 + no}`,
    invoice_date: `2026-${String(month).padStart(2, '0')}-${String(random.whole(1, 27)).padStart(2, '0')}`,
    quantity: String(quantity),
    uom: material['base_uom'] ?? 'EA',
    claimed_amount: money(claimed),
    currency: 'EUR',
    line_status: 'new',
  }
}

const stages = [
  'paid',
  'paid',
  'reconciled',
  'reconciled',
  'reconciled',
  'approved',
  'in_review',
  'in_review',
  'rejected',
  'validated',
  'error',
  'error',
  'received',
] as const

/** Claims of distributors in every state, claims to a supplier with its answers, and disputes; answers the distributor that claims most, null where there is none. */
export async function loadClaims(
  tx: Tx,
  screens: readonly Screen[],
  random: Random,
  masters: DemoMasters,
  organizationId: number,
  userId: number,
): Promise<Row | null> {
  const insert = async (name: string, rows: readonly Row[]) => {
    const screen = screens.find((candidate) => candidate.name === name)
    if (screen) await insertRows(tx, screen, organizationId, userId, rows)
  }
  const hospitals = masters.customers.filter((customer) => customer['class_of_trade'] === 'Hospital')
  const goods = masters.materials.filter((material) => material['product_line'] === line)
  const distributors = masters.customers.filter((customer) => customer['class_of_trade'] === 'Wholesale').slice(0, 3)
  const [distributor] = distributors
  const supplier = masters.suppliers[0]!
  await insert('rejection-reason', rejectionReasons)
  await insert('claim-configuration', claimConfigurations)
  if (!distributor || hospitals.length === 0 || goods.length === 0) return null
  const kit: Kit = {
    random,
    hospitals,
    goods,
    others: masters.customers.filter((customer) => customer['class_of_trade'] === 'Retail'),
    elsewhere: masters.materials.filter((material) => material['product_line'] !== line),
  }
  await insert('contract', [chargeback('CB26-001', distributor, 'Hospital'), bySupplier(supplier)])
  await insert('outgoing-claim-format', [
    {
      format_id: 'OF-000001',
      format_name: `Portal of ${String(supplier['supplier_name'])}`,
      functionality: 'OutgoingClaimFormat',
      supplier_number: supplier['supplier_number'],
      file_type: 'csv',
      delimiter: ';',
      decimal_mark: ',',
      file_columns: [
        { source: 'debit_memo', heading: 'Debit memo' },
        { source: 'contract_id', heading: 'Agreement' },
        { source: 'invoice_number', heading: 'Invoice' },
        { source: 'invoice_date', heading: 'Date' },
        { source: 'material_id', heading: 'Article' },
        { source: 'quantity', heading: 'Units' },
        { source: 'claimed_amount', heading: 'Amount' },
      ],
      status: 'active',
    },
  ])
  await incomingClaims(tx, screens, kit, insert, { organizationId, userId, distributors })
  await outgoingClaims(tx, screens, kit, insert, { organizationId, userId, supplier })
  return distributor
}

type Insert = (name: string, rows: readonly Row[]) => Promise<void>

async function incomingClaims(
  tx: Tx,
  screens: readonly Screen[],
  kit: Kit,
  insert: Insert,
  { organizationId, userId, distributors }: { organizationId: number; userId: number; distributors: readonly Row[] },
): Promise<void> {
  const { random } = kit
  const claimant = (at: number): string => String(distributors[at % distributors.length]!['customer_number'])
  const claims = stages.map((stage, at) => ({
    stage,
    number: `CLM-26${String(at + 1).padStart(3, '0')}`,
    month: Math.min(10, at + 1),
    claimant: claimant(at),
  }))
  const lines = claims.flatMap(({ stage, number, month, claimant: sender }) => {
    const flawless = !['error', 'received', 'reconciled'].includes(stage)
    return Array.from({ length: random.whole(8, 22) }, (_, at) => ({
      ...claimLine(kit, number, at + 1, month, random.chance(0.3) ? 'gpo 001' : 'CB26-001', flawless),
      claimant: sender,
      debit_memo: `DM${number.slice(4)}`,
      claim_date: `2026-${String(month).padStart(2, '0')}-28`,
      ...(random.chance(0.5)
        ? { edi_sender: 'WHOLESALE', edi_receiver: 'NORTHGATE', edi_control: String(1000 + month) }
        : {}),
    }))
  })
  await insert('incoming-claim-line', lines)
  const ours = sql`l.claim_number = any(${claims.map(({ number }) => number)}::text[])`
  await gatherClaims(tx, incoming, { organizationId, userId }, ours)
  const checked = claims.filter(({ stage }) => stage !== 'received')
  await judgeClaims(
    tx,
    screens,
    incoming,
    organizationId,
    checked.map(({ number }) => number),
  )
  const settled = claims.filter(({ stage }) => ['paid', 'reconciled', 'approved', 'in_review'].includes(stage))
  await tx.query(sql`
    update incoming_claim_line l set line_status = 'denied', decision = 'deny', approved_amount = 0, decided_by = 'anna.meyer@northgate.example',
           decision_note = 'No answer of the distributor', rejection_reason_code = coalesce(l.rejection_reason_code, 'OTH')
     where l.organization_id = ${organizationId} and l.line_status = 'error' and l.claim_number = any(${settled.map(({ number }) => number)}::text[])`)
  await addUpClaims(tx, incoming, organizationId, sql`true`)
  for (const { stage, number, month, claimant: payee } of checked) {
    const day = `2026-${String(Math.min(11, month + 1)).padStart(2, '0')}-10`
    const isPosted = stage === 'paid' || stage === 'reconciled'
    const paid = isPosted
      ? await postClaim(tx, {
          organizationId,
          userId,
          claim: number,
          payee,
          dayFor: async () => ({ date: day, fiscalYear: 2026, fiscalPeriod: Number(day.slice(5, 7)) }),
        })
      : null
    await tx.query(sql`
      update incoming_claim h
         set claim_status = case ${stage}::text when 'approved' then case when h.denied_lines > 0 or h.approved_amount < h.claimed_amount then 'partially_approved' else 'approved' end else ${stage}::text end,
             validated_at = ${day}::date, submitted_by = case when ${stage}::text in ('validated', 'error') then null else 'anna.meyer@northgate.example' end,
             decided_by = case when ${stage}::text in ('validated', 'error', 'in_review') then null else 'admin@northgate.example' end,
             decided_at = case when ${stage}::text in ('validated', 'error', 'in_review') then null else ${day}::date end,
             rejection_reason_code = case when ${stage}::text = 'rejected' then 'LAT' end,
             posting_date = ${isPosted ? day : null}::date, reconciled_at = ${isPosted ? day : null}::date, paid_amount = ${paid}::numeric,
             payment_reference = case when ${stage}::text = 'paid' then ${`PAY-${number.slice(4)}`}::text end,
             paid_on = case when ${stage}::text = 'paid' then ${day}::date + 14 end
       where h.organization_id = ${organizationId} and h.claim_number = ${number}`)
  }
  await tx.query(sql`
    update incoming_claim_line l set line_status = 'denied', decision = 'deny', approved_amount = 0, rejection_reason_code = 'LAT'
      from incoming_claim h where h.organization_id = l.organization_id and h.claim_number = l.claim_number and h.claim_status = 'rejected' and l.organization_id = ${organizationId}`)
  await addUpClaims(tx, incoming, organizationId, sql`true`)
}

const sent = [
  'paid',
  'approved',
  'partially_approved',
  'rejected',
  'submitted',
  'submitted',
  'validated',
  'draft',
] as const

async function outgoingClaims(
  tx: Tx,
  screens: readonly Screen[],
  kit: Kit,
  insert: Insert,
  { organizationId, userId, supplier }: { organizationId: number; userId: number; supplier: Row },
): Promise<void> {
  const { random } = kit
  const own = {
    ...kit,
    goods: kit.elsewhere.filter((material) => material['supplier_number'] === supplier['supplier_number']),
  }
  if (own.goods.length === 0) return
  const claims = sent.map((stage, at) => ({ stage, number: `OUT-26${String(at + 1).padStart(3, '0')}`, month: at + 3 }))
  const lines = claims.flatMap(({ number, month }) =>
    Array.from({ length: random.whole(5, 12) }, (_, at): Row => ({
      ...claimLine(own, number, at + 1, Math.min(10, month), 'SC26-001', true),
      supplier_number: supplier['supplier_number'],
      debit_memo: `ND${number.slice(4)}`,
      claim_date: `2026-${String(Math.min(10, month)).padStart(2, '0')}-28`,
    })),
  )
  await insert('outgoing-claim-line', lines)
  const numbers = claims.map(({ number }) => number)
  await gatherClaims(tx, outgoing, { organizationId, userId }, sql`l.claim_number = any(${numbers}::text[])`)
  await judgeClaims(tx, screens, outgoing, organizationId, numbers.slice(0, -1))
  await tx.query(sql`
    update outgoing_claim h set format_id = 'OF-000001', validated_at = h.claim_date, claim_status = case when h.claim_number = ${numbers.at(-1)} then 'draft' when h.claim_number = ${numbers.at(-2)} then 'validated' else 'submitted' end,
           submitted_by = case when h.claim_number < ${numbers.at(-2)} then 'anna.meyer@northgate.example' end, submitted_at = case when h.claim_number < ${numbers.at(-2)} then h.claim_date + 1 end,
           open_amount = case when h.claim_number < ${numbers.at(-2)} then h.claimed_amount end
     where h.organization_id = ${organizationId}`)
  const answered = claims.filter(({ stage }) => ['paid', 'approved', 'partially_approved', 'rejected'].includes(stage))
  const responses = answered.flatMap(({ stage, number, month }) =>
    lines
      .filter((one) => one['claim_number'] === number)
      .map((one, at): Row => {
        const outcome =
          stage === 'rejected' ? 'rejected' : stage === 'partially_approved' && at % 3 === 0 ? 'adjusted' : 'accepted'
        const claimed = Number(one['claimed_amount'])
        return {
          claim_number: number,
          line_no: one['line_no'],
          response_number: `R-${number.slice(4)}`,
          response_date: `2026-${String(Math.min(11, month + 1)).padStart(2, '0')}-15`,
          outcome,
          accepted_amount: money(outcome === 'rejected' ? 0 : outcome === 'adjusted' ? claimed * 0.6 : claimed),
          currency: 'EUR',
          response_code: outcome === 'accepted' ? null : outcome === 'adjusted' ? 'F1' : 'C2',
          response_text:
            outcome === 'accepted'
              ? null
              : outcome === 'adjusted'
                ? 'Other price on our side'
                : 'Agreement not in force',
        }
      }),
  )
  await insert('claim-response', responses)
  await applyResponses(tx, organizationId, numbers)
  await tx.query(sql`
    update outgoing_claim h set claim_status = 'paid', payment_reference = 'CN-88112', paid_on = h.claim_date + 40
     where h.organization_id = ${organizationId} and h.claim_number = ${numbers[0]}`)
  const disputes = answered.slice(2).flatMap(({ number }, claim) =>
    ['open', 'responded', 'accepted', 'rejected'].slice(claim, claim + 3).map((status, at): Row => ({
      dispute_number: `DSP-${String(claim * 3 + at + 1).padStart(6, '0')}`,
      subject: at === 0 ? 'Price of the agreement' : at === 1 ? 'Day of sale' : 'Agreement was renewed',
      claim_direction: 'outgoing',
      claim_number: number,
      line_no: at + 1,
      partner: supplier['supplier_number'],
      status,
      rejection_reason_code: claim === 0 ? 'PRC' : 'DAT',
      disputed_amount: money(20 + at * 15 + claim * 40),
      agreed_amount: status === 'accepted' ? money(15 + at * 10) : status === 'rejected' ? '0' : null,
      currency: 'EUR',
      opened_on: `2026-0${7 + claim}-2${at}`,
      answer_by: `2026-1${claim}-2${at}`,
      argument: 'The signed agreement of 12 January names this price; a copy is attached to the contract.',
      answer: status === 'open' ? null : 'We look into it with our sales department.',
    })),
  )
  await insert('claim-dispute', disputes)
  await addUpAnswers(
    tx,
    organizationId,
    sql`l.claim_number = any(${disputes.map((one) => String(one['claim_number']))}::text[])`,
  )
  await markDisputed(tx, organizationId, numbers)
}
