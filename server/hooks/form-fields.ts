import type { Screen } from '#src/definition'
import { deltaIssues } from '#src/definition/delta-issues.ts'
import { formNamed } from '#src/definition/variants.ts'
import { demandUnasked } from '../engine/field-layers/attribute-uses.ts'
import { isThere } from '../engine/field-layers/audience.ts'
import { earlierValueIssues } from '../engine/field-layers/earlier-values.ts'
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

/** The attribute that a stored change makes; null for changes of fields that there are without it. */
function attributeOf(row: Values): { readonly name: string; readonly label: string } | null {
  const { attribute } = deltaOf((row['delta'] ?? {}) as Values)
  const name = String(row['field_id'])
  return attribute ? { name, label: attribute.label ?? name } : null
}

/** Changes of form_fields: checked against the form they are for, and noticed by this process at once. */
export const formFieldHooks = ({
  db,
  screens,
}: Pick<SessionServices, 'db' | 'screens'>): Record<'form-field', RecordHooks> => ({
  'form-field': {
    beforeWrite: async ({ tx, caller, screen }, values, current) => {
      const { form_id: form, field_id: field, layer } = { ...current, ...values } as Values
      const known = await screensOf({ db, screens }, caller)
      const target = formNamed(known, String(form))
      if (!target) return [{ path: ['form_id'], code: 'invalid', message: `There is no form ${String(form)}` }]
      if (!isLayer(layer)) return []
      const reference = (values['layer_ref'] ?? null) as number | null
      const audience = { layer, layer_ref: reference, app_source_type: null }
      if (!current && !(await isThere(tx, caller.organizationId, audience)))
        return [{ path: ['layer_ref'], code: 'reference', message: `There is no such ${layer}` }]
      const after = deltaOf(storedAfter(values, current, screen))
      const gone = current && !after.attribute ? attributeOf(current) : null
      if (gone) await demandUnasked(tx, caller.organizationId, known, { screen: target.name, ...gone })
      const stored = await formFieldsOf(db).beneath(caller, target)
      const issues = deltaIssues(screenUnder(target, stored, layer), layer, String(field), after)
      if (issues.length > 0) return issues
      const before = current && deltaOf((current['delta'] ?? {}) as Values).attribute
      return earlierValueIssues(tx, caller.organizationId, target, String(field), { before, after: after.attribute })
    },
    afterWrite: async ({ caller }) => formFieldsOf(db).touched(caller.organizationId),
    beforeDelete: async ({ tx, caller }, records) => {
      const known = await screensOf({ db, screens }, caller)
      for (const record of records) {
        const gone = attributeOf(record)
        const target = known.find((candidate) => candidate.formId === record['form_id'])
        if (gone && target) await demandUnasked(tx, caller.organizationId, known, { screen: target.name, ...gone })
      }
      formFieldsOf(db).touched(caller.organizationId)
    },
  },
})
