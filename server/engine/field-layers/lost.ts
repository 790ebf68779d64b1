import type { Screen } from '#src/definition'
import { deltaIssues } from '#src/definition/delta-issues.ts'
import { formIdsOf, formNamed } from '#src/definition/variants.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { deltaOf, type StoredDelta } from '../form-fields.ts'
import { listFormats } from '../upload/stored-formats.ts'
import { trimViewState, type ViewState } from '../view-state.ts'
import { screenUnder } from './layered-screen.ts'

/** Something stored that the definitions no longer have a place for; it stays stored and does nothing until somebody decides. */
export interface Lost {
  readonly kind: 'field' | 'view' | 'format'
  readonly id: number
  /** The screen it belongs to, when there still is one. */
  readonly screen: string | null
  readonly form_id: string | null
  /** The field, the name of the view or of the format. */
  readonly name: string
  readonly reason: string
}

function lostField(one: StoredDelta, target: Screen | undefined, stored: readonly StoredDelta[]): Lost[] {
  const lost = (reason: string): Lost => ({
    kind: 'field',
    id: one.id,
    screen: target?.name ?? null,
    form_id: one.form_id,
    name: one.field_id,
    reason,
  })
  if (!target) return [lost(`There is no form ${one.form_id} any more`)]
  const ids = formIdsOf(target)
  const own = stored.filter((other) => ids.includes(other.form_id))
  const delta = deltaOf(one.delta)
  // An attribute is checked against the definition without itself.
  const under = screenUnder(target, delta.attribute ? own.filter((other) => other !== one) : own, one.layer)
  const issues = deltaIssues(under, one.layer, one.field_id, delta)
  return issues.length > 0 ? [lost(issues.map(({ message }) => message).join('. '))] : []
}

interface StoredView {
  readonly id: number
  readonly screen: string
  readonly name: string
  readonly state: ViewState
}

/** What an organisation has stored that its definitions have left behind: changes of fields, views and upload formats. */
export async function lostOf(tx: Tx, organizationId: number, screens: readonly Screen[]): Promise<Lost[]> {
  const stored = await tx.query<StoredDelta>(sql`
    select * from form_field where organization_id = ${organizationId} order by form_id, field_id, id`)
  const views = await tx.query<StoredView>(sql`
    select id, screen, name, state from list_view where organization_id = ${organizationId} order by screen, name`)
  const formats = await listFormats(tx, null)
  const whole = (screen: Screen): Screen =>
    screenUnder(
      screen,
      stored.filter((one) => formIdsOf(screen).includes(one.form_id)),
      'organization',
    )
  return [
    ...stored.flatMap((one) => lostField(one, formNamed(screens, one.form_id), stored)),
    ...views.flatMap(({ id, screen: name, name: view, state }): Lost[] => {
      const screen = screens.find((candidate) => candidate.name === name)
      const entry = {
        kind: 'view',
        id,
        screen: screen ? name : null,
        form_id: screen?.formId ?? null,
        name: view,
      } as const
      if (!screen) return [{ ...entry, reason: `There is no list ${name} any more` }]
      const all = whole(screen)
      const { gone } = trimViewState(state, all, all)
      return gone.length > 0 ? [{ ...entry, reason: `${screen.plural} no longer have ${gone.join(', ')}` }] : []
    }),
    ...formats.flatMap(({ id, functionality, name, body }): Lost[] => {
      const screen = screens.find((candidate) => candidate.upload?.functionality === functionality)
      const entry = { kind: 'format', id, screen: screen?.name ?? null, form_id: screen?.formId ?? null, name } as const
      if (!screen) return [{ ...entry, reason: `There is no upload of ${functionality} any more` }]
      const known = new Set(whole(screen).upload?.fields)
      const gone = body.fields.map(({ field }) => field).filter((field) => !known.has(field))
      return gone.length > 0 ? [{ ...entry, reason: `${screen.plural} no longer have ${gone.join(', ')}` }] : []
    }),
  ]
}
