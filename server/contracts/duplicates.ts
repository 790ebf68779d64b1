import type { Doubt, HookContext } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

const decisive = ['partner_number', 'application_type', 'contract_type', 'valid_from', 'valid_to', 'eligibility']

/** The terms of eligibility in an order and notation of their own, so that two lists of them can be compared. */
const canonical = (terms: unknown): string =>
  (Array.isArray(terms) ? (terms as Values[]) : [])
    .map((term) =>
      ['group_no', 'mode', 'attribute', 'operator', 'value', 'value_to', 'valid_from', 'valid_to']
        .map((name) => String(term[name] ?? ''))
        .join('|'),
    )
    .toSorted()
    .join('\n')

/** A contract of the same partner, application, type and eligibility that holds on the same days is most likely the same one. */
export async function duplicateDoubt(
  { tx, caller }: HookContext,
  values: Values,
  current: Row | null,
): Promise<Doubt | null> {
  const isSame = current && decisive.every((name) => JSON.stringify(current[name]) === JSON.stringify(values[name]))
  if (isSame || !values['partner_number'] || !values['valid_from'] || !values['valid_to']) return null
  const found = await tx.query<Row>(sql`
    select t.id, t.contract_number, t.contract_header, t.valid_from::text as valid_from, t.valid_to::text as valid_to, t.eligibility
      from contract t
     where t.organization_id = ${caller.organizationId} and t.partner_number = ${values['partner_number'] as string}
       and t.application_type = ${values['application_type'] as string} and t.contract_type = ${values['contract_type'] as string}
       and t.valid_from <= ${values['valid_to'] as string}::date and t.valid_to >= ${values['valid_from'] as string}::date
       and t.contract_status not in ('Terminated', 'Archived') and t.id <> ${current?.id ?? 0}
     order by t.contract_number limit 20`)
  const wanted = canonical(values['eligibility'])
  const same = found.filter((one) => canonical(one['eligibility']) === wanted)
  const [first] = same
  if (!first) return null
  const more = same.length > 1 ? ` and ${same.length - 1} more` : ''
  return {
    message: `${String(first['contract_number'])} (${String(first['contract_header'])}, ${String(first['valid_from'])} to ${String(first['valid_to'])})${more} has the same partner, type and eligibility for the same days.`,
    details: { duplicates: same.map(({ eligibility: _terms, ...rest }) => rest) },
  }
}
