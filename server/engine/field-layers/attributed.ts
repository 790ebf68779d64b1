import type { Screen } from '#src/definition'
import type { Database, TenantScope } from '../../store/database.ts'
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
