import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { fieldChanges } from '../engine/field-layers/change-input.ts'
import { saveChanges } from '../engine/field-layers/save-changes.ts'
import { formFieldHooks } from '../hooks/form-fields.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

const organizations = 'IMA_CONFIG_CUSTOMER_ORGANIZATION'
const groups = 'IMA_CONFIG_PRODUCT_GROUP'

const cycles = ['monthly', 'quarterly', 'yearly']

/** What the administrator of a demo organisation has changed about fields: a word, a duty, a column of one role and a field of one's own. */
const changes = (reader: number) => [
  {
    form_id: organizations,
    field_id: 'price_group',
    delta: { label: 'Price level', help: 'A buys at the lowest prices.' },
  },
  { form_id: organizations, field_id: 'payment_terms', delta: { required: true } },
  { form_id: organizations, field_id: 'currency', layer: 'role', layer_ref: reader, delta: { hidden: true } },
  {
    form_id: groups,
    field_id: 'review_cycle',
    delta: {
      attribute_type: 'choice',
      label: 'Review cycle',
      help: 'How often the materials of the group are looked through.',
      choices: cycles.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
      list_order: 35,
      width: 130,
    },
  },
]

/** Changes fields as the designer does, with every check it makes, and fills the new one. */
export async function changeFields(
  db: Database,
  tx: Tx,
  screens: readonly Screen[],
  { organizationId, author }: { readonly organizationId: number; readonly author: { id: number; email: string } },
): Promise<void> {
  const screen = screens.find(({ name }) => name === 'form-field')
  const [reader] = await tx.query<{ id: number }>(
    sql`select id from role where organization_id = ${organizationId} and code = 'READER'`,
  )
  if (!screen || !reader) return
  const caller: Caller = {
    sessionId: 'demo',
    userId: author.id,
    organizationId,
    email: author.email,
    roleIds: [],
    permissions: new Set(['*']),
    apps: [],
  }
  const hooks = formFieldHooks({ db, screens })['form-field']
  await saveChanges(db, { tx, screen, caller, screens, hooks }, fieldChanges.parse(changes(reader.id)))
  await tx.query(sql`
    update product_group t set attributes = coalesce(t.attributes, '{}'::jsonb) || jsonb_build_object('review_cycle', (${cycles}::text[])[1 + t.id::int % 3])
     where t.organization_id = ${organizationId} and t.id % 4 > 0`)
}
