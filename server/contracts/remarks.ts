import { today } from '../engine/list.ts'
import type { HookContext } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

function dateMessage(record: Row): string | null {
  const [from, to] = [String(record['valid_from']), String(record['valid_to'])]
  if (to < today()) return `It ended on ${to}: only sales up to then count.`
  if (from < `${today().slice(0, 4)}-01-01`) return `It begins on ${from}: sales of years that are over count as well.`
  return null
}

/** A condition id of another contract that holds on the same days. */
async function conditionMessage({ tx, caller }: HookContext, record: Row): Promise<string | null> {
  const rules = (record['rules'] ?? []) as readonly Values[]
  const ids = rules.flatMap((rule) => (rule['condition_id'] ? [String(rule['condition_id'])] : []))
  if (ids.length === 0) return null
  const [other] = await tx.query<{ contract_number: string; condition_id: string }>(sql`
    select c.contract_number, r ->> 'condition_id' as condition_id
      from contract c cross join lateral jsonb_array_elements(coalesce(c.rules, '[]'::jsonb)) r
     where c.organization_id = ${caller.organizationId} and c.id <> ${record.id} and r ->> 'condition_id' = any(${ids}::text[])
       and c.valid_from <= ${record['valid_to'] as string}::date and c.valid_to >= ${record['valid_from'] as string}::date
     order by c.contract_number limit 1`)
  return other ? `Condition ${other.condition_id} stands in ${other.contract_number} as well.` : null
}

/** What is to be known about a contract that was saved. */
export async function contractRemarks(context: HookContext, record: Row): Promise<Record<string, string>> {
  const said = { date_message: dateMessage(record), condition_id_message: await conditionMessage(context, record) }
  return Object.fromEntries(Object.entries(said).filter((entry): entry is [string, string] => entry[1] !== null))
}
