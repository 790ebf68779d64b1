import type { Choice, Field, FieldSpec, FieldTypeName, Json } from './field.ts'
import { plainText } from './field-types/field-type.ts'
import { fieldDisplays } from './field-types/display-registry.ts'
import { normalizeField } from './normalize-field.ts'
import { isSystemName } from './reserved-names.ts'
import type { ResultView } from './screen-result.ts'
import type { Screen } from './screen.ts'
import type { Section } from './screen-form.ts'

/** The layers of form_fields from the outermost in; a later one sees what an earlier one left. */
export const deltaLayers = ['organization', 'role', 'user'] as const

export type DeltaLayer = (typeof deltaLayers)[number]

/** Types a user-defined attribute may have: those that one cell of a file holds. */
export const attributeTypes = [
  'text',
  'longText',
  'choice',
  'flag',
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'dateTime',
  'reference',
] as const satisfies readonly FieldTypeName[]

/** The longest texts an attribute with an index may hold: PostgreSQL's indexes take no more of the widest letters. */
export const longestIndexed = 500

/** What form_fields may change of one field; properties that are absent stay as they are. */
export interface FieldDelta {
  readonly label?: string
  readonly help?: string
  readonly hidden?: boolean
  /** Place among the fields of a form's section, whose own places are 10, 20, 30, … */
  readonly order?: number
  /** Place among the columns of the list, whose own places are 10, 20, 30, … */
  readonly listOrder?: number
  readonly width?: number
  readonly default?: Json
  /** true requires the field; what the definition or an outer layer requires stays required. */
  readonly required?: boolean
  /** Keeps these choices only, in this order and under these labels. */
  readonly choices?: readonly Choice[]
  readonly format?: 'email' | 'url' | 'phone' | 'page'
  /** A user-defined attribute of that name; needs a field of type attributes in the definition. */
  readonly attribute?: FieldSpec
}

export interface LayeredDelta {
  readonly layer: DeltaLayer
  /** Stable id of the field. */
  readonly field: string
  readonly delta: FieldDelta
  /** Said of a form beneath this one: of the one that a result shares, or of the screen that this is a variant of. */
  readonly of?: 'shared' | 'screen'
}

const depths = ['shared', 'screen', undefined] as const

/** From the outermost in: what is said of the forms beneath before what is said of the form itself, each by its layers. */
const inOrder = <D extends LayeredDelta>(deltas: readonly D[]): D[] =>
  depths.flatMap((of) =>
    deltaLayers.flatMap((layer) => deltas.filter((delta) => delta.of === of && delta.layer === layer)),
  )

/** Section of the form that shows user-defined attributes the layout does not name. */
export const attributeSection = 'Additional fields'

const attributeName = /^[a-z][a-z0-9_]{0,40}$/

interface Change {
  readonly property: string
  readonly patch: Partial<Field>
}

const changes: {
  readonly [P in keyof FieldDelta]-?: (field: Field, value: NonNullable<FieldDelta[P]>) => Partial<Field> | null
} = {
  label: (_field, label) => ({ label }),
  help: (_field, help) => ({ help }),
  hidden: (_field, hidden) => ({ hidden }),
  order: () => ({}),
  listOrder: () => ({}),
  width: (_field, width) => ({ width }),
  default: (field, value) => readDefault(field, value),
  required: (field, required) => (required && !field.required && !field.readOnly ? { required } : null),
  choices: (field, wanted) => narrowed(field, wanted),
  format: (field, format) => (field.type === 'text' ? { format } : null),
  attribute: () => null,
}

// Typed by an administrator a default is text; forms and records hold the field's own kind of value.
function readDefault(field: Field, value: Json): Partial<Field> | null {
  if (typeof value !== 'string') return { default: value }
  const parsed = fieldDisplays[field.type].parseText(value.trim(), field, plainText)
  return parsed.ok ? { default: parsed.value as Json } : null
}

function narrowed(field: Field, wanted: readonly Choice[]): Partial<Field> | null {
  const choices = wanted.flatMap(({ value, label }) => {
    const known = field.choices?.find((choice) => choice.value === value)
    return known ? [{ ...known, label: label || known.label }] : []
  })
  return choices.length > 0 ? { choices } : null
}

function changesOf(field: Field, delta: FieldDelta): Change[] {
  return (Object.keys(changes) as (keyof FieldDelta)[]).flatMap((property) => {
    const value = delta[property]
    if (value === undefined || value === null) return []
    const patch = (changes[property] as (field: Field, value: unknown) => Partial<Field> | null)(field, value)
    return patch ? [{ property, patch }] : []
  })
}

function changed(field: Field, deltas: readonly LayeredDelta[]): Field {
  return deltas.reduce((current, { layer, delta }) => {
    const made = changesOf(current, delta)
    if (made.length === 0) return current
    const layers = [...(current.layers ?? []), ...made.map(({ property }) => ({ layer, property }))]
    return Object.assign({}, current, ...made.map(({ patch }) => patch), { layers }) as Field
  }, field)
}

/** The user-defined attributes among the deltas as fields of the screen's column of attributes. */
function attributesOf(screen: Screen, deltas: readonly LayeredDelta[]): Field[] {
  const column = screen.fields.find((field) => field.type === 'attributes')?.storage.column
  const taken = new Set(screen.fields.flatMap((field) => [field.id, field.name]))
  const known: readonly string[] = attributeTypes
  return deltas.flatMap(({ layer, field: name, delta }) => {
    const spec = delta.attribute
    if (
      !spec ||
      !column ||
      layer !== 'organization' ||
      taken.has(name) ||
      isSystemName(name) ||
      !attributeName.test(name) ||
      !known.includes(spec.type)
    )
      return []
    taken.add(name)
    // An expression over a JSON column carries no unique key.
    const { id: _id, unique: _unique, fields: _fields, ...rest } = spec
    return [
      { ...normalizeField(name, rest), storage: { column, key: name }, layers: [{ layer, property: 'attribute' }] },
    ]
  })
}

const lastPlace = (deltas: readonly LayeredDelta[], property: 'order' | 'listOrder'): number | undefined =>
  deltas.findLast(({ delta }) => typeof delta[property] === 'number')?.delta[property]

type Ordered = (names: readonly string[]) => string[]

/** Names by their place: 10, 20, 30, … as they stand, unless a delta says another. */
const orderedBy =
  (orders: ReadonlyMap<string, number>): Ordered =>
  (names) =>
    names
      .map((name, index) => ({ name, place: orders.get(name) ?? (index + 1) * 10, moved: orders.has(name) }))
      // A moved field stands before the one whose place it took.
      .sort((a, b) => a.place - b.place || Number(b.moved) - Number(a.moved))
      .map(({ name }) => name)

/** The names without the hidden ones, with those that a layer shows or adds at the end, in order. */
function shown(
  names: readonly string[],
  fields: readonly Field[],
  added: readonly Field[],
  ordered: Ordered,
): string[] {
  const hidden = hiddenNames(fields)
  const more = added.filter((field) => !names.includes(field.name)).map((field) => field.name)
  return ordered([...names, ...more].filter((name) => !hidden.has(name)))
}

/** One property that a delta changes of a field, and what it was before. */
export interface DeltaTrace {
  /** Which of the given deltas. */
  readonly index: number
  readonly property: string
  readonly from: unknown
  readonly to: unknown
}

const placed = ['order', 'listOrder'] as const

/** What each delta changes of a field, from the outermost layer in; what it may not change is left out. Pure. */
export function traceField(screen: Screen, deltas: readonly LayeredDelta[], fieldId: string): DeltaTrace[] {
  const sorted = inOrder(deltas.map((delta, index) => ({ ...delta, index }))).filter(({ field }) => field === fieldId)
  const attribute = attributesOf(screen, deltas).find((field) => field.id === fieldId)
  let field = screen.fields.find((candidate) => candidate.id === fieldId) ?? attribute
  const traces: DeltaTrace[] = []
  for (const { delta, index } of sorted) {
    if (!field) break
    if (delta.attribute) traces.push({ index, property: 'attribute', from: null, to: field.label })
    for (const property of placed)
      if (typeof delta[property] === 'number') traces.push({ index, property, from: null, to: delta[property] })
    for (const { property, patch } of changesOf(field, delta)) {
      const to = (patch as Record<string, unknown>)[property]
      if (to !== undefined)
        traces.push({ index, property, from: (field as unknown as Record<string, unknown>)[property] ?? null, to })
      field = Object.assign({}, field, patch) as Field
    }
  }
  return traces
}

const touches = (field: Field, property: string): boolean =>
  field.layers?.some((entry) => entry.property === property) ?? false

/** The fields that a layer has hidden. */
const hiddenNames = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.filter((field) => field.hidden && touches(field, 'hidden')).map(({ name }) => name))

/** Pours the section's names back into rows of the same lengths, in their new order. */
function arrangeSection(section: Section, fields: readonly Field[], ordered: Ordered): Section {
  const names = shown(section.rows.flat(), fields, [], ordered)
  const unmoved = section.rows.flat().filter((name) => names.includes(name))
  if (names.every((name, index) => name === unmoved[index])) {
    const kept = section.rows.map((row) => row.filter((name) => names.includes(name))).filter((row) => row.length > 0)
    return { ...section, rows: kept }
  }
  const rest = [...names]
  return { ...section, rows: section.rows.map((row) => rest.splice(0, row.length)).filter((row) => row.length > 0) }
}

function arrangeSections(
  sections: readonly Section[],
  fields: readonly Field[],
  added: readonly Field[],
  ordered: Ordered,
): Section[] {
  const present = new Set(sections.flatMap((section) => section.rows.flat()))
  const missing = ordered(added.filter((field) => !present.has(field.name)).map((field) => field.name))
  const arranged = sections
    .map((section) => arrangeSection(section, fields, ordered))
    .filter((section) => section.rows.length > 0)
  const pairs = Array.from({ length: Math.ceil(missing.length / 2) }, (_, index) =>
    missing.slice(index * 2, index * 2 + 2),
  )
  return pairs.length > 0 ? [...arranged, { title: attributeSection, rows: pairs }] : arranged
}

/** The names that `order` knows, in its order, at the places where they stand; the others stay where they are. */
function poured(names: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((name) => names.includes(name))
  return names.map((name) => (order.includes(name) ? known.shift()! : name))
}

/** The order of the form that a result shares, once somebody has moved its fields. */
function sharedOrder({ follows }: Screen, deltas: readonly LayeredDelta[]): readonly string[] | undefined {
  const orders = new Map<string, number>()
  for (const name of follows?.order ?? []) {
    const own = deltas.filter(({ of, field }) => of === 'shared' && field === name)
    const place = lastPlace(own, 'listOrder') ?? lastPlace(own, 'order')
    if (place !== undefined) orders.set(name, place)
  }
  return orders.size > 0 ? orderedBy(orders)(follows!.order) : undefined
}

/** A result without what is hidden, its columns in order; what was shown is one of them. */
function arrangeResult(
  result: ResultView,
  fields: readonly Field[],
  added: readonly Field[],
  { ordered, shared }: { readonly ordered: Ordered; readonly shared: readonly string[] | undefined },
): ResultView {
  const gone = hiddenNames(fields)
  const { chart, ...rest } = result
  const columns = shared ? poured(result.columns, shared) : result.columns
  return {
    ...rest,
    columns: shown(columns, fields, added, ordered),
    group: result.group.filter((name) => !gone.has(name)),
    ...(chart && gone.size > 0 ? chartWithout(chart, gone) : chart ? { chart } : {}),
  }
}

/** A chart without its hidden series; none at all without an axis. */
function chartWithout(chart: Chart, gone: ReadonlySet<string>): { readonly chart?: Chart } {
  const { split, between, ...rest } = chart
  const y = chart.y.filter((name) => !gone.has(name))
  if (gone.has(chart.x) || y.length === 0) return {}
  return {
    chart: {
      ...rest,
      y,
      ...(split !== undefined && !gone.has(split) ? { split } : {}),
      ...(between && !between.some((name) => gone.has(name)) ? { between } : {}),
    },
  }
}

type Chart = NonNullable<ResultView['chart']>

const wide: ReadonlySet<FieldTypeName> = new Set(['longText', 'rows', 'attributes', 'file'])

/**
 * The screen as the layers of form_fields leave it, in the order organisation, role, user. Pure; a delta that names no field,
 * widens choices or un-requires is passed over, so that an old delta never breaks a newer definition.
 */
export function applyDeltas(screen: Screen, deltas: readonly LayeredDelta[]): Screen {
  if (deltas.length === 0) return screen
  const sorted = inOrder(deltas)
  const orders = new Map<string, number>()
  const listOrders = new Map<string, number>()
  const fields = [...screen.fields, ...attributesOf(screen, sorted)].map((field) => {
    const own = sorted.filter((delta) => delta.field === field.id)
    // A place among the fields of another form is none among those of this one.
    const placed = own.filter(({ of }) => of !== 'shared')
    const [order, listOrder] = [lastPlace(placed, 'order'), lastPlace(placed, 'listOrder')]
    if (order !== undefined) orders.set(field.name, order)
    if (listOrder !== undefined) listOrders.set(field.name, listOrder)
    return changed(field, own)
  })
  const ordered = orderedBy(orders)
  const inList = orderedBy(listOrders)
  const attributes = fields.slice(screen.fields.length)
  const revealed = fields.filter((field) => !field.hidden && (attributes.includes(field) || touches(field, 'hidden')))
  const columns = revealed.filter((field) => !wide.has(field.type))
  const { list, form, upload, result } = screen
  return {
    ...screen,
    fields,
    list: list && {
      ...list,
      columns: shown(list.columns, fields, columns, inList),
      filters: shown(list.filters, fields, [], (names) => [...names]),
      displays: list.displays.map((display) => ({ ...display, columns: shown(display.columns, fields, [], inList) })),
    },
    form: form && { ...form, sections: arrangeSections(form.sections, fields, revealed, ordered) },
    result:
      result &&
      arrangeResult(result, fields, columns, {
        // A result has no other place for its fields than its columns.
        ordered: orderedBy(new Map([...orders, ...listOrders])),
        shared: sharedOrder(screen, sorted),
      }),
    upload: upload && {
      ...upload,
      fields: [...upload.fields, ...attributes.filter((field) => !field.readOnly).map((field) => field.name)],
    },
  }
}
