import type { Screen } from '#src/definition'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms } from '../calculation/terms.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { judgedSql, type Judging } from './judge-sql.ts'
import type { ClaimKind } from './kinds.ts'
import { linkSales } from './link-sales.ts'
import { resolvedParts } from './resolve-sql.ts'

const mostContracts = 2_000

/** What a claimed line says of a sale; rules over all contracts that ask for more than this cannot be asked of it. */
const claimed = new Set(
  [
    'billing_date',
    'customer_number',
    'material_number',
    'quantity',
    'uom',
    'net_value',
    'gross_value',
    'currency',
    'transaction_type',
  ].map((name) => `sales-data.${name}`),
)

const canBeAsked = ({ attribute }: { readonly attribute: string }): boolean =>
  !attribute.startsWith('sales-data.') || claimed.has(attribute)

/** Reads what judging claims stands on: the contracts their lines name, and the days they were sold on. */
export async function readJudging(
  tx: Tx,
  kind: ClaimKind,
  organizationId: number,
  screens: readonly Screen[],
  claims: readonly string[],
): Promise<Judging> {
  const [found] = await tx.query<{ contracts: string[] | null; from: string | null; to: string | null }>(sql`
    with ${resolvedParts(kind, organizationId, claims)}
    select array_agg(distinct r.contract_number) filter (where r.contract_number is not null) as contracts,
           min(r.invoice_date)::text as from, max(r.invoice_date)::text as to from resolved r`)
  const where = sql`t.organization_id = ${organizationId} and t.contract_number = any(${found?.contracts ?? []}::text[])`
  const around = await readSurroundings(tx, organizationId, screens)
  return {
    kind,
    around: { ...around, universal: around.universal.filter(canBeAsked) },
    claims,
    contracts: await readTerms(tx, where, { limit: mostContracts }),
    from: found?.from ?? '1900-01-01',
    to: found?.to ?? '1900-01-01',
  }
}

/** Writes into the lines of claims what their checks find, and into the claims what their lines come to. */
export async function judgeClaims(
  tx: Tx,
  screens: readonly Screen[],
  kind: ClaimKind,
  organizationId: number,
  claims: readonly string[],
): Promise<void> {
  const judging = await readJudging(tx, kind, organizationId, screens, claims)
  // The database cannot tell how much a part of this statement hands to the next; guessing few, it would compare every line with every other.
  await tx.query(sql`set local enable_nestloop = off`)
  await linkSales(tx, judging)
  await tx.query(sql`
    update ${kind.line} t
       set contract_number = coalesce(j.contract_number, t.contract_number), customer_number = coalesce(j.customer_number, t.customer_number),
           material_number = coalesce(j.material_number, t.material_number), line_status = j.line_status,
           calculated_amount = j.calculated_amount, variance = j.variance, approved_amount = j.approved_amount,
           rejection_reason_code = j.rejection_reason_code, error_codes = j.error_codes, findings = j.findings, explanation = j.explanation,
           duplicate_of = j.duplicate_of, row_version = t.row_version + 1
      from (${judgedSql(judging)}) j
     where t.organization_id = ${organizationId} and t.id = j.id
       and (t.contract_number, t.customer_number, t.material_number, t.line_status, t.calculated_amount, t.approved_amount, t.rejection_reason_code, t.error_codes, t.findings, t.explanation, t.duplicate_of)
           is distinct from (coalesce(j.contract_number, t.contract_number), coalesce(j.customer_number, t.customer_number), coalesce(j.material_number, t.material_number),
             j.line_status, j.calculated_amount, j.approved_amount, j.rejection_reason_code, j.error_codes, j.findings, j.explanation, j.duplicate_of)`)
  await tx.query(sql`set local enable_nestloop = on`)
  await addUpClaims(tx, kind, organizationId, sql`h.claim_number = any(${claims}::text[])`)
}

/** Writes into claims (`h`) what their lines come to. */
export async function addUpClaims(tx: Tx, kind: ClaimKind, organizationId: number, which: Sql): Promise<void> {
  await tx.query(sql`
    update ${kind.header} h
       set lines = s.lines, error_lines = s.errors, denied_lines = s.denied, claimed_amount = s.claimed, calculated_amount = s.calculated,
           approved_amount = s.approved
      from (select h.id, count(l.id) as lines, count(*) filter (where l.line_status = 'error') as errors,
                   count(*) filter (where l.line_status = 'denied') as denied, coalesce(sum(l.claimed_amount), 0) as claimed,
                   sum(l.calculated_amount) as calculated, sum(l.${kind.direction === 'incoming' ? sql`approved_amount` : sql`accepted_amount`}) as approved
              from ${kind.header} h left join ${kind.line} l on l.organization_id = h.organization_id and l.claim_number = h.claim_number
             where h.organization_id = ${organizationId} and ${which} group by h.id) s
     where h.organization_id = ${organizationId} and h.id = s.id
       and (h.lines, h.error_lines, h.denied_lines, h.claimed_amount, h.calculated_amount, h.approved_amount)
           is distinct from (s.lines, s.errors, s.denied, s.claimed, s.calculated, s.approved)`)
}
