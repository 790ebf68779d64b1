import type { Screen } from '#src/definition'
import { deltaIssues } from '#src/definition/delta-issues.ts'
import { deltaOf, formFieldsOf, isLayer } from '../engine/form-fields.ts'
import { screenUnder } from '../engine/field-layers/layered-screen.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { screensOf } from '../engine/own-screens.ts'
import type { SessionServices } from '../session/services.ts'

type Values = Readonly<Record<string, unknown>>

/** The object that the row will hold once these values are written. */
function storedAfter(values: Values, current: Values | null, screen: Screen): Record<string, unknown> {
  const base = (values['delta'] ?? current?.['delta'] ?? {}) as Values
  const patch = screen.fields.filter(
    (field) => field.storage.key && (current ? field.name in values : values[field.name] !== null),
  )
  const merged = { ...base, ...Object.fromEntries(patch.map((field) => [field.name, values[field.name]])) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined))
}

/** Changes of form_fields: checked against the form they are for, and noticed by this process at once. */
export const formFieldHooks = ({
  db,
  screens,
}: Pick<SessionServices, 'db' | 'screens'>): Record<'form-field', RecordHooks> => ({
  'form-field': {
    beforeWrite: async ({ caller, screen }, values, current) => {
      const { form_id: form, field_id: field, layer } = { ...current, ...values } as Values
      const known = await screensOf({ db, screens }, caller)
      const target = known.find((candidate) => candidate.formId === form)
      if (!target) return [{ path: ['form_id'], code: 'invalid', message: `There is no form ${String(form)}` }]
      if (!isLayer(layer)) return []
      const stored = await formFieldsOf(db).stored(caller, target.formId)
      return deltaIssues(
        screenUnder(target, stored, layer),
        layer,
        String(field),
        deltaOf(storedAfter(values, current, screen)),
      )
    },
    afterWrite: async ({ caller }) => formFieldsOf(db).touched(caller.organizationId),
    beforeDelete: async ({ caller }) => formFieldsOf(db).touched(caller.organizationId),
  },
})
