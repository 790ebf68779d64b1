import { applyDeltas, deltaLayers, type LayeredDelta, type Screen } from '#src/definition'
import { concerns, deltaOf, layered, type StoredDelta, type Viewer, withDeltas } from '../form-fields.ts'
import type { FieldChange, FieldChangeKey } from './change-input.ts'

const isSame = (one: StoredDelta, key: FieldChangeKey): boolean =>
  one.layer === key.layer &&
  one.layer_ref === key.layer_ref &&
  one.field_id === key.field_id &&
  one.form_id === key.form_id &&
  one.app_source_type === key.app_source_type &&
  one.data_source_type === key.data_source_type

const place = (one: FieldChangeKey): number =>
  deltaLayers.indexOf(one.layer) * 4 + (one.app_source_type ? 2 : 0) + (one.data_source_type ? 1 : 0)

/** What would be stored once these changes are saved. */
export function afterChanges(stored: readonly StoredDelta[], changes: readonly FieldChange[]): StoredDelta[] {
  const rest = stored.filter((one) => !changes.some((change) => isSame(one, change)))
  const made = changes.flatMap(({ delta, ...key }, index) => {
    if (delta === null) return []
    const said = Object.fromEntries(Object.entries(delta).filter(([, value]) => value !== null && value !== undefined))
    return [{ ...key, id: -1 - index, delta: said, row_version: 0, updated_at: '', updated_by: null }]
  })
  return [...rest, ...made].toSorted((a, b) => place(a) - place(b))
}

/** A screen as what is stored about it, and about the forms beneath it, leaves it for a viewer. */
export const screenOf = (screen: Screen, stored: readonly StoredDelta[], viewer: Viewer): Screen =>
  withDeltas(
    screen,
    stored.filter((one) => concerns(one, viewer)),
  )

/** What a change of a layer is laid upon: every attribute there is, and what the layers outside of it say to everybody in them. */
export function screenUnder(screen: Screen, stored: readonly StoredDelta[], layer: StoredDelta['layer']): Screen {
  const depth = deltaLayers.indexOf(layer)
  const deltas = stored.flatMap((one): LayeredDelta[] => {
    const { attribute } = deltaOf(one.delta)
    const isOutside = one.form_id !== screen.formId || deltaLayers.indexOf(one.layer) < depth
    if (isOutside && one.layer === 'organization' && !one.app_source_type) return [layered(one, screen)]
    return attribute ? [{ layer: one.layer, field: one.field_id, delta: { attribute } }] : []
  })
  return applyDeltas(screen, deltas)
}
