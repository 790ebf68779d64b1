import {
  fieldTypeNames,
  normalizeField,
  type Choice,
  type Field,
  type Json,
  type ListView,
  type Screen,
} from '#src/definition'
import { attributeSection } from '#src/definition/deltas.ts'
import { sameValue } from '#src/data/same-value.ts'

/** What one layer changes of a field, as form_fields stores it; attributes lie flat beside the rest. */
export interface DesignDelta {
  readonly label?: string | null
  readonly help?: string | null
  readonly hidden?: boolean | null
  readonly required?: boolean | null
  readonly order?: number | null
  readonly list_order?: number | null
  readonly text_format?: string | null
  readonly attribute_search?: boolean | null
  readonly attribute_index?: boolean | null
  readonly width?: number | null
  readonly default?: Json
  readonly choices?: readonly Choice[] | null
  readonly attribute_type?: string | null
  readonly attribute_max?: number | null
  readonly attribute_scale?: number | null
  readonly attribute_target?: string | null
  readonly attribute_soft?: boolean | null
  readonly attribute_searched?: boolean | null
  readonly attribute_proposals?: readonly string[] | null
  readonly attribute_values_of?: Field['valuesOf'] | null
  readonly attribute_closed?: boolean | null
}

export interface DesignLayer {
  readonly layer: 'organization' | 'role' | 'user'
  readonly layer_ref: number | null
  /** null: in every application. */
  readonly app_source_type?: string | null
}

/** A stored change as the server keeps it. */
export interface StoredDesign extends DesignLayer {
  readonly id: number
  readonly form_id: string
  readonly field_id: string
  readonly delta: DesignDelta
  readonly data_source_type?: string | null
}

/** Deltas by field id; null takes the field's changes of this layer back. */
export type Design = Readonly<Record<string, DesignDelta | null>>

const properties = [
  'label',
  'help',
  'hidden',
  'required',
  'order',
  'list_order',
  'text_format',
  'attribute_search',
  'attribute_index',
  'width',
  'default',
  'choices',
  'attribute_type',
  'attribute_max',
  'attribute_scale',
  'attribute_target',
  // Of attributes that are kept with their values: what the designer does not show stays as it is.
  'attribute_soft',
  'attribute_searched',
  'attribute_proposals',
  'attribute_values_of',
  'attribute_closed',
] as const satisfies readonly (keyof DesignDelta)[]

/** The deltas of one layer among all that are stored for a form. */
export function designOf(
  stored: readonly StoredDesign[],
  { layer, layer_ref, app_source_type = null }: DesignLayer,
): Record<string, DesignDelta> {
  const own = stored.filter(
    (one) =>
      one.layer === layer &&
      (one.layer_ref ?? null) === layer_ref &&
      (one.app_source_type ?? null) === app_source_type &&
      !one.data_source_type,
  )
  return Object.fromEntries(
    own.map((one) => [
      one.field_id,
      Object.fromEntries(
        properties.flatMap((name) =>
          one.delta[name] === null || one.delta[name] === undefined ? [] : [[name, one.delta[name]]],
        ),
      ) as DesignDelta,
    ]),
  )
}

/** A delta without the properties that say nothing; null when nothing is left. */
export function trimmed(delta: DesignDelta): DesignDelta | null {
  const said = Object.entries(delta).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return said.length > 0 ? (Object.fromEntries(said) as DesignDelta) : null
}

/** The fields whose deltas differ from the stored ones. */
export const changedFields = (stored: Readonly<Record<string, DesignDelta>>, design: Design): string[] =>
  Object.keys(design).filter(
    (id) => !sameValue(design[id] ? trimmed(design[id]) : null, stored[id] ? trimmed(stored[id]) : null),
  )

/** A field as it would be with the design on top of what is in force now. */
export function designed(field: Field, delta: DesignDelta | null | undefined): Field {
  if (!delta) return field
  return {
    ...field,
    ...(delta.label ? { label: delta.label } : {}),
    ...(typeof delta.help === 'string' ? { help: delta.help } : {}),
    ...(typeof delta.hidden === 'boolean' ? { hidden: delta.hidden } : {}),
    ...(delta.required ? { required: true } : {}),
    ...(delta.width ? { width: delta.width } : {}),
    ...(delta.choices?.length ? { choices: delta.choices } : {}),
    ...(delta.default === undefined || delta.default === null || delta.default === ''
      ? {}
      : { default: delta.default }),
  }
}

export interface DesignSection {
  readonly title: string
  readonly fields: readonly Field[]
}

/** The fields of a screen by the sections of its form; what stands in none comes last. */
export function designSections(screen: Screen): DesignSection[] {
  const byName = new Map(screen.fields.map((field) => [field.name, field]))
  const placed = new Set<string>()
  const given = screen.result ? [{ title: 'Columns', rows: [screen.result.columns] }] : (screen.form?.sections ?? [])
  const sections = given.map((section) => ({
    title: section.title,
    fields: section.rows.flat().flatMap((name) => {
      placed.add(name)
      return byName.get(name) ?? []
    }),
  }))
  const others = screen.fields.filter((field) => !placed.has(field.name) && field.type !== 'attributes')
  const rest = screen.table ? 'Not on the form' : 'No column'
  return [...sections, { title: rest, fields: others }].filter((section) => section.fields.length > 0)
}

/** The columns of results as a list, the way they are looked at; what has records of its own is as it is. */
export function previewed(screen: Screen, place: Place): readonly [screen: Screen, place: Place] {
  if (screen.table) return [screen, place]
  const columns = screen.result?.columns ?? screen.form?.sections.flatMap(({ rows }) => rows.flat()) ?? []
  return [{ ...screen, list: { ...noList, columns } }, 'list_order']
}

const noList: ListView = {
  path: '',
  aliases: [],
  columns: [],
  sort: [],
  filters: [],
  totals: {},
  views: [],
  attention: [],
  due: [],
  figures: [],
  pageSize: 10,
  displays: [],
  tree: null,
}

/** The columns of the list as one section. */
export function listSections(screen: Screen): DesignSection[] {
  const byName = new Map(screen.fields.map((field) => [field.name, field]))
  const columns = (screen.list?.columns ?? []).flatMap((name) => byName.get(name) ?? [])
  return columns.length > 0 ? [{ title: 'Columns of the list', fields: columns }] : []
}

/** Places of a section's fields: 10, 20, 30, … as they stand. */
const placeAt = (index: number): number => (index + 1) * 10

/** Which of its two places: among the fields of the form or among the columns of the list. */
export type Place = 'order' | 'list_order'

const placeOf = (field: Field, index: number, design: Design, kind: Place): number =>
  design[field.id]?.[kind] ?? placeAt(index)

/** A section in the order the design gives it. */
export function orderedSection(fields: readonly Field[], design: Design, kind: Place = 'order'): Field[] {
  return fields
    .map((field, index) => ({
      field,
      place: placeOf(field, index, design, kind),
      moved: typeof design[field.id]?.[kind] === 'number',
    }))
    .toSorted((a, b) => a.place - b.place || Number(b.moved) - Number(a.moved))
    .map(({ field }) => field)
}

/**
 * The places to note so that a field stands at a position of its section: its own between its new neighbours, or those of
 * the whole section where there is no room, or where earlier changes have moved fields of it (`renumber`).
 */
export function placesAfterMove(
  fields: readonly Field[],
  design: Design,
  id: string,
  to: number,
  renumber: boolean,
  kind: Place = 'order',
): Record<string, number> {
  const rest = orderedSection(fields, design, kind).filter((field) => field.id !== id)
  const moved = fields.find((field) => field.id === id)
  if (!moved) return {}
  const place = (field: Field | undefined) => field && placeOf(field, fields.indexOf(field), design, kind)
  const before = place(rest[to - 1]) ?? 0
  const after = place(rest[to]) ?? before + 10
  const middle = Math.floor((before + after) / 2)
  if (!renumber && middle > before && middle < after) return { [id]: middle }
  return Object.fromEntries(
    [...rest.slice(0, to), moved, ...rest.slice(to)].map((field, index) => [field.id, placeAt(index)]),
  )
}

/** The name of a new attribute from its label: "Loyalty tier" is loyalty_tier. */
export const attributeId = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 40)

const numbers = { precision: 18, scale: 2 }

/** The attributes that a design adds, as fields. */
function addedFields(screen: Screen, design: Design): Field[] {
  const known = new Set(screen.fields.map(({ id }) => id))
  return Object.entries(design).flatMap(([id, delta]) => {
    const type = fieldTypeNames.find((name) => name === delta?.attribute_type)
    if (!type || !delta || known.has(id)) return []
    const { label, help, choices, attribute_max: max, attribute_scale: scale, attribute_target: target } = delta
    const given = Object.entries({ label, help, choices, max, scale, target }).filter(([, value]) => value != null)
    return [normalizeField(id, { type, ...(type === 'decimal' ? numbers : {}), ...Object.fromEntries(given) })]
  })
}

/** The screen as its form and its list would be with the design on top of what is in force now. */
export function designedScreen(screen: Screen, design: Design): Screen {
  const added = addedFields(screen, design)
  const fields = [...screen.fields.map((field) => designed(field, design[field.id])), ...added]
  const byName = new Map(fields.map((field) => [field.name, field]))
  const sections = (screen.form?.sections ?? []).map((section) => {
    const inSection = section.rows.flat().flatMap((name) => byName.get(name) ?? [])
    const rest = orderedSection(inSection, design)
      .filter((field) => !field.hidden)
      .map(({ name }) => name)
    return { ...section, rows: section.rows.map((row) => rest.splice(0, row.length)).filter((row) => row.length > 0) }
  })
  const names = added.map(({ name }) => name)
  const more = names.length > 0 ? [{ title: attributeSection, rows: names.map((name) => [name]) }] : []
  const ordered = (all: readonly string[], place: Place): string[] =>
    orderedSection(
      all.flatMap((name) => byName.get(name) ?? []),
      design,
      place,
    )
      .filter((field) => !field.hidden)
      .map(({ name }) => name)
  const { list, result } = screen
  return {
    ...screen,
    fields,
    list: list && { ...list, columns: [...ordered(list.columns, 'list_order'), ...names] },
    result: result && { ...result, columns: ordered(result.columns, 'order') },
    form: screen.form && { ...screen.form, sections: [...sections.filter(({ rows }) => rows.length > 0), ...more] },
  }
}
