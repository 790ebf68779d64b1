import {
  applyDeltas,
  deltaLayers,
  type DeltaLayer,
  type FieldDelta,
  type FieldSpec,
  type LayeredDelta,
  type Screen,
} from '#src/definition'
import { formIdsOf, variantForm, withVariants } from '#src/definition/variants.ts'
import type { Caller } from '../authorize.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** A stored change of one field; `delta` may hold an attribute flat, as its administration screen writes it. */
export interface StoredDelta {
  readonly id: number
  readonly layer: DeltaLayer
  readonly layer_ref: number | null
  readonly form_id: string
  readonly field_id: string
  readonly app_source_type: string | null
  readonly data_source_type: string | null
  readonly delta: Readonly<Record<string, unknown>>
  readonly row_version: number
  readonly updated_at: string
  readonly updated_by: number | null
}

/** All form_fields of an organisation as of one version. */
interface Snapshot {
  readonly version: number
  readonly byForm: ReadonlyMap<string, readonly StoredDelta[]>
  /** Effective screens by name and the deltas they are made of. */
  readonly screens: Map<string, Screen>
}

interface Entry {
  readonly until: number
  readonly snapshot: Promise<Snapshot>
}

const checkedFor = 1000

type Scope = Pick<Caller, 'organizationId' | 'userId'>

/**
 * The form_fields of the organisations that are at work, kept while their version stays the same. A process notices its own
 * changes at once and those of others within a second: the version is one row, read once a second and organisation.
 */
export class FormFields {
  readonly #db: Database
  readonly #entries = new Map<number, Entry>()
  /** Until when every request looks at the version, because this process has just written. */
  readonly #wary = new Map<number, number>()

  constructor(db: Database) {
    this.#db = db
  }

  /** The version of an organisation's form_fields; it grows with every change. */
  async version(scope: Scope): Promise<number> {
    return (await this.#read(scope)).version
  }

  /** Everything that is stored about a form, whoever it is for. */
  async stored(scope: Scope, formId: string): Promise<readonly StoredDelta[]> {
    return (await this.#read(scope)).byForm.get(formId) ?? []
  }

  /** The same with what is stored about the forms beneath it: the one that a result shares, the one that a variant is laid over. */
  async beneath(scope: Scope, form: Screen): Promise<readonly StoredDelta[]> {
    const { byForm } = await this.#read(scope)
    return formIdsOf(form).flatMap((id) => byForm.get(id) ?? [])
  }

  /** Everything that is stored, by form. */
  async forms(scope: Scope): Promise<ReadonlyMap<string, readonly StoredDelta[]>> {
    return (await this.#read(scope)).byForm
  }

  /** A screen as form_fields leave it for this caller, in the application and for the source of data the caller works with. */
  async effective(caller: Caller, screen: Screen): Promise<Screen> {
    const { byForm, screens } = await this.#read(caller)
    const forms = [...formIdsOf(screen), ...(screen.variants ?? []).map(({ formId }) => formId)]
    const stored = forms.flatMap((id) => byForm.get(id) ?? []).filter((one) => concerns(one, caller))
    if (stored.length === 0) return screen
    const key = `${screen.formId} ${stored.map(({ id }) => id).join(' ')}`
    const made = screens.get(key) ?? composed(screen, stored)
    screens.set(key, made)
    return made
  }

  /** To be called within the transaction by which this process changes form_fields of the organisation. */
  touched(organizationId: number): void {
    this.#wary.set(organizationId, Date.now() + 2 * checkedFor)
  }

  /** Looks at the version anew with the next request, because another process may have written. */
  heard(organizationId: number): void {
    const known = this.#entries.get(organizationId)
    if (known) this.#entries.set(organizationId, { ...known, until: 0 })
  }

  async #read(scope: Scope): Promise<Snapshot> {
    const now = Date.now()
    const known = this.#entries.get(scope.organizationId)
    const wary = (this.#wary.get(scope.organizationId) ?? 0) > now
    if (known && !wary && known.until > now) return known.snapshot
    const snapshot = this.#load(scope, known)
    this.#entries.set(scope.organizationId, { until: now + checkedFor, snapshot })
    // A failed look must not be answered from memory.
    snapshot.catch(() => this.#entries.delete(scope.organizationId))
    return snapshot
  }

  async #load({ organizationId, userId }: Scope, known: Entry | undefined): Promise<Snapshot> {
    const before = await known?.snapshot.catch(() => undefined)
    return this.#db.tenant(
      { organizationId, userId },
      async (tx) => {
        const [row] = await tx.query<{ version: number }>(
          sql`select version from form_field_version where organization_id = ${organizationId}`,
        )
        const version = row?.version ?? 0
        if (before?.version === version) return before
        const stored = await tx.query<StoredDelta>(sql`
          select id, layer, layer_ref, form_id, field_id, app_source_type, data_source_type, delta, row_version, updated_at, updated_by from form_field
           where organization_id = ${organizationId} order by app_source_type nulls first, data_source_type nulls first, layer_ref, id`)
        return { version, byForm: byForm(stored), screens: new Map<string, Screen>() }
      },
      { readOnly: true },
    )
  }
}

function byForm(stored: readonly StoredDelta[]): Map<string, StoredDelta[]> {
  const forms = new Map<string, StoredDelta[]>()
  for (const one of stored) forms.set(one.form_id, [...(forms.get(one.form_id) ?? []), one])
  return forms
}

/** A stored change as it is laid upon a form, which it may be said of or of a form beneath. */
export const layered = (one: StoredDelta, { formId, over }: Screen): LayeredDelta => ({
  layer: one.layer,
  field: one.field_id,
  delta: deltaOf(one.delta),
  ...(one.form_id === formId ? {} : { of: one.form_id === over ? 'screen' : 'shared' }),
})

/** The form as stored changes of it and of the forms beneath it leave it; others are passed over. */
export function withDeltas(form: Screen, stored: readonly StoredDelta[]): Screen {
  const ids = formIdsOf(form)
  return applyDeltas(
    form,
    stored.filter((one) => ids.includes(one.form_id)).map((one) => layered(one, form)),
  )
}

/** The same, its variants as what is stored about them leaves them. */
const composed = (screen: Screen, stored: readonly StoredDelta[]): Screen =>
  withVariants(withDeltas(screen, stored), (variant) =>
    stored.some((one) => one.form_id === variant.formId) ? withDeltas(variantForm(screen, variant), stored) : undefined,
  )

/** Whom a stored change is for, as somebody with these roles working in this application sees it. */
export type Viewer = Pick<Caller, 'userId' | 'roleIds' | 'application' | 'dataSource'>

// An attribute is a field of the records everywhere; how a field looks may differ between applications and sources of data.
export function concerns(one: StoredDelta, viewer: Viewer): boolean {
  const { layer, layer_ref: reference, app_source_type: application, data_source_type: source } = one
  const elsewhere = (application && application !== viewer.application) || (source && source !== viewer.dataSource)
  if (elsewhere && !deltaOf(one.delta).attribute) return false
  if (layer === 'organization') return true
  return layer === 'role' ? reference !== null && viewer.roleIds.includes(reference) : reference === viewer.userId
}

/** What no text matches, neither here nor in PostgreSQL. */
const nothing = { pattern: '(?!.*)', patternMessage: 'There are no values to choose from yet' }

const anyNumber = { precision: 18, scale: 2 }

/** The change that a stored row means: its attribute may be written flat as attribute_type, attribute_max, … */
export function deltaOf(stored: Readonly<Record<string, unknown>>): FieldDelta {
  const {
    attribute_type: type,
    attribute_max: max,
    attribute_scale: scale,
    attribute_target: target,
    attribute_search: search,
    attribute_index: index,
    attribute_soft: soft,
    attribute_searched: searched,
    attribute_proposals: proposals,
    attribute_values_of: valuesOf,
    attribute_closed: closed,
    list_order: listOrder,
    text_format: format,
    ...others
  } = stored
  const rest: Record<string, unknown> = {
    ...others,
    ...(typeof listOrder === 'number' ? { listOrder } : {}),
    ...(typeof format === 'string' ? { format } : {}),
  }
  if (typeof type !== 'string') return rest as FieldDelta
  const { label, help, choices, default: byDefault, ...shown } = rest
  const options = Object.entries({
    label,
    help,
    choices,
    default: byDefault,
    max,
    scale,
    target,
    search: search || undefined,
    index: index || undefined,
    searched: searched || undefined,
    proposals: Array.isArray(proposals) && proposals.length > 0 ? proposals : undefined,
    valuesOf,
    integrity: soft ? 'soft' : undefined,
  })
  const given = options.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const attribute = {
    type,
    ...(type === 'decimal' ? anyNumber : {}),
    ...(closed ? nothing : {}),
    ...Object.fromEntries(given),
  } as unknown as FieldSpec
  return { ...shown, attribute } as FieldDelta
}

export const isLayer = (value: unknown): value is DeltaLayer => deltaLayers.some((layer) => layer === value)

/** Raises the version, so that every process and every open browser asks for its screens again. */
export const raiseVersion = (tx: Tx, organizationId: number): Promise<unknown> =>
  tx.query(sql`
    insert into form_field_version as known (organization_id) values (${organizationId})
    on conflict (organization_id) do update set version = known.version + 1`)

const instances = new WeakMap<Database, FormFields>()

/** The form_fields of a database; one instance a process. */
export function formFieldsOf(db: Database): FormFields {
  const known = instances.get(db) ?? new FormFields(db)
  instances.set(db, known)
  return known
}
