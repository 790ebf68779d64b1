import { gatherClaims } from '../claims/gather.ts'
import { addUpClaims } from '../claims/judge.ts'
import { incoming, kindOf, outgoing, type ClaimKind } from '../claims/kinds.ts'
import { demandAgreement, fileContradictions } from '../claims/demand-agreement.ts'
import { dropLeftOut, readWrittenImport } from '../claims/left-out-lines.ts'
import { markDisputed } from '../claims/mark-disputed.ts'
import { demandOpen, inOpenClaim } from '../claims/open-claims.ts'
import { applyResponses, claimsOfImport, demandUnpaid } from '../claims/apply-responses.ts'
import { amount } from '../domain/calculation/amount.ts'
import type { Screen } from '#src/definition'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'
import { AppError } from '../errors.ts'
import { sql, type Sql } from '../store/sql.ts'

type Values = Record<string, unknown>

const decided = ['approved', 'partially_approved', 'rejected', 'reconciled', 'paid', 'submitted']
const free = new Set(['notes', 'debit_memo', 'edi_sender', 'edi_receiver', 'format_id'])

/** What an identifier meant before does not hold for another one. */
const meanings = [
  ['contract_id', 'contract_number'],
  ['customer_id', 'customer_number'],
  ['material_id', 'material_number'],
] as const

const numbersOf = (records: readonly Values[]): string[] => [
  ...new Set(records.map((record) => String(record['claim_number']))),
]

const firstCurrency = 'EUR'

const scopeOf = ({ caller }: HookContext) => ({ organizationId: caller.organizationId, userId: caller.userId })

interface Disputed {
  readonly partner: string
  readonly currency: string
}

async function disputedClaim({ tx, caller }: HookContext, kind: ClaimKind, claim: string): Promise<Disputed | null> {
  const [row] = await tx.query<Disputed>(sql`
    select h.${kind.partner} as partner, h.currency from ${kind.header} h where h.organization_id = ${caller.organizationId} and h.claim_number = ${claim}`)
  return row ?? null
}

/** What a line is in that does not say it: as its claim is. */
async function currencyOf({ tx, caller }: HookContext, kind: ClaimKind, claim: string): Promise<string> {
  const [row] = await tx.query<{ currency: string }>(sql`
    select h.currency from ${kind.header} h where h.organization_id = ${caller.organizationId} and h.claim_number = ${claim}`)
  return row?.currency ?? firstCurrency
}

/** The same for the lines of an import; of a claim that is not there yet its other lines say it. */
const currenciesOfImport = (kind: ClaimKind, organizationId: number, uploadId: number): Sql => sql`
  update ${kind.line} l
     set currency = coalesce(
           (select h.currency from ${kind.header} h where h.organization_id = l.organization_id and h.claim_number = l.claim_number),
           (select max(o.currency) from ${kind.line} o where o.organization_id = l.organization_id and o.claim_number = l.claim_number), ${firstCurrency})
   where l.organization_id = ${organizationId} and l.upload_id = ${uploadId} and l.currency is null`

/** How much a claim, or one line of it, asks for; null where there is no line. What was denied of our own was never sent. */
async function claimedOf({ tx, caller }: HookContext, kind: ClaimKind, claim: string, line: number | null) {
  const [row] = await tx.query<{ claimed: string | null }>(sql`
    select sum(l.claimed_amount)::text as claimed from ${kind.line} l
     where l.organization_id = ${caller.organizationId} and l.claim_number = ${claim} and (${line}::int is null or l.line_no = ${line}::int)
       and (${kind === incoming} or l.line_status <> 'denied')`)
  return row?.claimed ?? null
}

/** What people do not write begins as its definition says. */
function begin({ fields }: Screen, values: Values): void {
  for (const { name, readOnly, default: first } of fields)
    if (readOnly && first !== undefined && first !== null) values[name] = first
}

/** Claims and their lines: what is decided stays, lines make the claims they name, answers reach the lines they are about. */
export const claimHooks: Record<'claim' | 'claim-line' | 'claim-response' | 'claim-dispute', RecordHooks> = {
  claim: {
    beforeWrite: async ({ screen }, values, current) => {
      if (!current) begin(screen, values)
      if (!current || !decided.includes(String(current['claim_status']))) return []
      return Object.entries(values).flatMap(([name, value]): Issue[] =>
        free.has(name) || JSON.stringify(value) === JSON.stringify(current[name])
          ? []
          : [{ path: [name], code: 'invalid', message: 'What is decided does not change any more' }],
      )
    },
    beforeDelete: async ({ tx, caller, screen }, records) => {
      const kind = kindOf(screen.name)
      await demandOpen(tx, kind, caller.organizationId, numbersOf(records))
      await tx.query(sql`
        delete from ${kind.line} l where l.organization_id = ${caller.organizationId} and l.claim_number = any(${numbersOf(records)}::text[])`)
    },
  },
  'claim-line': {
    // Whether it still changes is known by its claim alone.
    beforeEdit: async ({ tx, caller, screen }, record) =>
      demandOpen(tx, kindOf(screen.name), caller.organizationId, numbersOf([record])),
    beforeWrite: async (context, values, current) => {
      const { tx, caller, screen } = context
      const number = String(values['claim_number'] ?? current?.['claim_number'])
      await demandOpen(tx, kindOf(screen.name), caller.organizationId, [number])
      for (const [sent, meant] of meanings) {
        const isOther = current && sent in values && values[sent] !== current[sent]
        if (isOther && (values[meant] ?? null) === (current[meant] ?? null)) values[meant] = null
      }
      if (current) values['line_status'] = 'new'
      else begin(screen, values)
      const { currency } = { ...current, ...values }
      if (currency === null || currency === undefined)
        values['currency'] = await currencyOf(context, kindOf(screen.name), number)
      return []
    },
    afterWrite: async (context, record) => {
      const kind = kindOf(context.screen.name)
      const which = sql`l.id = ${record.id}`
      await gatherClaims(context.tx, kind, scopeOf(context), which)
      // In which currency it is may be repaired, whose it is not.
      await demandAgreement(context.tx, kind, context.caller.organizationId, which, ['claimant'])
    },
    beforeDelete: async ({ tx, caller, screen }, records) => {
      await demandOpen(tx, kindOf(screen.name), caller.organizationId, numbersOf(records))
    },
    importFaults: ({ tx, caller, screen }, linesOf) =>
      fileContradictions(tx, kindOf(screen.name), caller.organizationId, linesOf),
    afterImport: async (context, uploadId) => {
      const { tx, caller, screen } = context
      const kind = kindOf(screen.name)
      const { organizationId } = caller
      const written = await readWrittenImport(tx, uploadId)
      const brought = sql`l.upload_id = ${uploadId}`
      // What an import that is taken back leaves in a claim that is decided stays as it was decided.
      const which = written.is_new ? brought : sql`${brought} and ${inOpenClaim(kind)}`
      if (written.is_new) {
        const named = await tx.query<Values>(sql`
          select distinct l.claim_number from ${kind.line} l where l.organization_id = ${organizationId} and ${brought}`)
        await demandOpen(tx, kind, organizationId, numbersOf(named))
      }
      await tx.query(sql`
        update ${kind.line} l set line_status = 'new', contract_number = null, customer_number = null, material_number = null
         where l.organization_id = ${organizationId} and ${which}`)
      await tx.query(currenciesOfImport(kind, organizationId, uploadId))
      const isClaimWhole = written.is_new && written.is_edi && written.is_whole && kind === incoming
      const told = isClaimWhole ? await dropLeftOut(tx, scopeOf(context), uploadId) : []
      await gatherClaims(tx, kind, scopeOf(context), which)
      if (written.is_new) await demandAgreement(tx, kind, organizationId, which)
      // What an import that was taken back has left without lines goes with it.
      await addUpClaims(tx, kind, organizationId, sql`h.claim_status in ('received', 'draft', 'validated', 'error')`)
      if (!written.is_new && kind === incoming)
        await tx.query(sql`
          delete from incoming_claim h where h.organization_id = ${organizationId} and h.lines = 0 and h.source <> 'manual' and h.claim_status = 'received'`)
      return told
    },
  },
  'claim-response': {
    afterWrite: async ({ tx, caller }, record) => applyResponses(tx, caller.organizationId, numbersOf([record])),
    afterImport: async ({ tx, caller: { organizationId } }, uploadId) =>
      applyResponses(tx, organizationId, await claimsOfImport(tx, organizationId, uploadId)),
    beforeDelete: async ({ tx, caller }, records) =>
      demandUnpaid(tx, caller.organizationId, numbersOf(records.filter((record) => record['reached'] === 'line'))),
    afterDelete: async ({ tx, caller }, records) => applyResponses(tx, caller.organizationId, numbersOf(records)),
  },
  'claim-dispute': {
    beforeWrite: async (context, values, current) => {
      const next: Values = { ...current, ...values }
      if (current && ['accepted', 'rejected', 'withdrawn'].includes(String(current['status'])))
        throw new AppError('WRONG_STATE', { message: 'This dispute is closed.' })
      const claim = String(next['claim_number'])
      let kind = next['claim_direction'] === 'incoming' ? incoming : outgoing
      let about = await disputedClaim(context, kind, claim)
      // Where it is opened from a claim, its direction is that claim's.
      if (about === null && !current) {
        kind = kind === incoming ? outgoing : incoming
        about = await disputedClaim(context, kind, claim)
        values['claim_direction'] = kind.direction
      }
      if (about === null) return [{ path: ['claim_number'], code: 'reference', message: `There is no claim ${claim}` }]
      const line = (next['line_no'] ?? null) as number | null
      const claimed = await claimedOf(context, kind, claim, line)
      if (claimed === null && line !== null)
        return [{ path: ['line_no'], code: 'reference', message: `Claim ${claim} has no line ${String(line)}` }]
      const currency = next['currency'] ?? about.currency
      if (currency !== about.currency)
        return [{ path: ['currency'], code: 'invalid', message: `Claim ${claim} is in ${about.currency}` }]
      const disputed = String(next['disputed_amount'] ?? '0')
      // A claim of which only the total is known by its papers has no lines to hold it against.
      if (claimed !== null && amount(disputed).gt(amount(claimed).abs()))
        return [{ path: ['disputed_amount'], code: 'invalid', message: 'No more than what is claimed' }]
      values['currency'] = currency
      values['partner'] = about.partner
      if (!current) begin(context.screen, values)
      return []
    },
    afterWrite: async ({ tx, caller }, record, current) =>
      markDisputed(tx, caller.organizationId, [String(record['claim_number'] ?? current?.['claim_number'])]),
    beforeDelete: async (_context, records) => {
      const answered = records.find((record) => record['status'] !== 'open')
      if (answered)
        throw new AppError('WRONG_STATE', {
          message: `${String(answered['dispute_number'])} was answered and stays; withdraw it instead.`,
        })
    },
  },
}
