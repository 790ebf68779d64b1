import type { Screen } from '#src/definition'
import type { Database, TenantScope, Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { deltaOf, formFieldsOf, type StoredDelta } from '../form-fields.ts'
import { screenUnder } from './layered-screen.ts'

const addsOne = ({ delta }: StoredDelta): boolean => deltaOf(delta).attribute !== undefined

/** A screen with the attributes that its organisation has added as fields, and nothing else of what form_fields say; the same screen without any. */
export async function attributesOf(db: Database, scope: TenantScope): Promise<(screen: Screen) => Screen> {
  const forms = await formFieldsOf(db).forms(scope)
  return (screen) => {
    const stored = forms.get(screen.formId)
    return stored?.some(addsOne) ? screenUnder(screen, stored, 'organization') : screen
  }
}

/** The same screens as a transaction sees them: what was saved within it counts, and no other connection is asked. */
export async function attributedIn(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  screens: readonly Screen[],
): Promise<readonly Screen[]> {
  const stored = await tx.query<StoredDelta>(sql`
    select t.* from form_field t where t.organization_id = ${organizationId} and t.layer = 'organization' and t.delta ?| array['attribute', 'attribute_type']
     order by t.app_source_type nulls first, t.data_source_type nulls first, t.id`)
  if (stored.length === 0) return screens
  return screens.map((screen) => {
    const own = stored.filter((one) => one.form_id === screen.formId)
    return own.some(addsOne) ? screenUnder(screen, own, 'organization') : screen
  })
}
