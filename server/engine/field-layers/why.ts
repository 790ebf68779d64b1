import type { Screen } from '#src/definition'
import { traceField } from '#src/definition/deltas.ts'
import { formIdsOf } from '#src/definition/variants.ts'
import type { Tx } from '../../store/database.ts'
import { concerns, layered, type StoredDelta, type Viewer } from '../form-fields.ts'
import { rolesOf, usersOf } from './audience.ts'
import { versionsOf } from './versions.ts'

interface Reason {
  readonly layer: StoredDelta['layer']
  /** The form it was said of, where that is another one beneath. */
  readonly form: string | null
  /** Which role or user. */
  readonly who: string | null
  readonly application: string | null
  readonly property: string
  readonly from: unknown
  readonly to: unknown
  readonly user: string | null
  readonly at: string
}

/** The flat names under which the administration stores what a trace calls otherwise. */
const storedNames: Readonly<Record<string, string>> = {
  listOrder: 'list_order',
  format: 'text_format',
  attribute: 'attribute_type',
}

/** Which layer said what of a field, from the outermost in, by whom and when; the last one of a property is in force. */
export async function whyOf(
  tx: Tx,
  organizationId: number,
  {
    screen,
    stored,
    viewer,
    fieldId,
    wordOf,
  }: {
    screen: Screen
    stored: readonly StoredDelta[]
    viewer: Viewer
    fieldId: string
    /** What people call a form. */
    wordOf: (formId: string) => string
  },
): Promise<{ field: string; reasons: Reason[] }> {
  const mine = stored.filter((one) => concerns(one, viewer))
  const traces = traceField(
    screen,
    mine.map((one) => layered(one, screen)),
    fieldId,
  )
  const roles = await rolesOf(tx, organizationId)
  const users = await usersOf(tx, organizationId)
  const versions = new Map<string, Awaited<ReturnType<typeof versionsOf>>>()
  for (const form of formIdsOf(screen))
    versions.set(form, await versionsOf(tx, organizationId, form, { limit: 200, fieldId }))
  const reasons = traces.flatMap(({ index, property, from, to }): Reason[] => {
    const one = mine[index]
    // What is said again changes nothing.
    if (!one || JSON.stringify(from ?? null) === JSON.stringify(to ?? null)) return []
    const name = storedNames[property] ?? property
    // Who said it is who changed this property last, not who touched the field last.
    const version = versions
      .get(one.form_id)
      ?.find(({ changes }) =>
        changes.some(
          (change) =>
            change.layer === one.layer &&
            change.layer_ref === one.layer_ref &&
            change.app_source_type === one.app_source_type &&
            JSON.stringify(change.before?.[name] ?? null) !== JSON.stringify(change.after?.[name] ?? null),
        ),
      )
    return [
      {
        layer: one.layer,
        form: one.form_id === screen.formId ? null : wordOf(one.form_id),
        who:
          one.layer === 'role'
            ? (roles.find((role) => role.id === one.layer_ref)?.name ?? null)
            : one.layer === 'user'
              ? (users.find((user) => user.id === one.layer_ref)?.name ?? null)
              : null,
        application: one.app_source_type,
        property,
        from: from ?? null,
        to: to ?? null,
        user: version?.user ?? users.find((user) => user.id === one.updated_by)?.name ?? null,
        at: version?.at ?? one.updated_at,
      },
    ]
  })
  return { field: fieldId, reasons }
}
