import {
  labelOf,
  type Condition,
  type FieldSpec,
  type FieldTypeName,
  type Json,
  type ScreenDefinition,
} from '#src/definition'
import { comparedFields, isFieldValue } from '#src/definition/conditions.ts'

type Fields = Readonly<Record<string, FieldSpec>>
type List = NonNullable<ScreenDefinition['list']>
type Form = NonNullable<ScreenDefinition['form']>
type Section = { readonly title: string; readonly rows: readonly (readonly string[])[] }

/** The starting options a type cannot do without. */
const startOf: Partial<Record<FieldTypeName, Partial<FieldSpec>>> = {
  text: { max: 80 },
  choice: { choices: [{ value: 'a', label: 'A' }] },
  decimal: { precision: 12, scale: 2 },
  money: { currency: 'EUR' },
  rows: { fields: { text: { type: 'text', max: 80 } } },
}

/** A name for a field that the definition does not have yet: "Credit limit" → credit_limit, credit_limit_2. */
export function freeName(fields: Fields, label: string): string {
  const base =
    label
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^[^a-z]+|_+$/g, '') || 'field'
  if (!(base in fields)) return base
  let count = 2
  while (`${base}_${count}` in fields) count += 1
  return `${base}_${count}`
}

/** Adds a field at the end, in the list while it has few columns, and in the last section of the form. */
export function addField(
  definition: ScreenDefinition,
  name: string,
  type: FieldTypeName,
  options: Partial<FieldSpec> = {},
): ScreenDefinition {
  const spec = { type, ...startOf[type], ...options } as FieldSpec
  const { list, form } = definition
  const sections = form?.layout ? sectionsOf(definition) : null
  return {
    ...definition,
    fields: { ...definition.fields, [name]: spec },
    ...(list?.columns && list.columns.length < 10 && !tall.has(type)
      ? { list: { ...list, columns: [...list.columns, name] } }
      : {}),
    ...(form && sections
      ? {
          form: {
            ...form,
            layout: sections.map((section, at) =>
              at === sections.length - 1 ? { ...section, rows: [...section.rows, [name]] } : section,
            ),
          },
        }
      : {}),
  }
}

/**
 * Adds a text named by its label; answers its name too. It takes the place of the field that nested rows begin with, while that is as
 * it was.
 */
export function withNewField(
  definition: ScreenDefinition,
  given: string,
): { readonly definition: ScreenDefinition; readonly name: string } {
  const label = given.trim() || 'New field'
  const isUntouched =
    JSON.stringify(definition.fields) === JSON.stringify(startOf.rows?.fields) && !definition.table?.key?.length
  const fields = isUntouched ? {} : definition.fields
  const name = freeName(fields, label)
  return {
    definition: addField({ ...definition, fields }, name, 'text', labelOf(name) === label ? {} : { label }),
    name,
  }
}

const tall: ReadonlySet<FieldTypeName> = new Set(['longText', 'rows', 'attributes', 'file'])

/** Changes options of a field; undefined takes an option away. */
export function changeField(
  definition: ScreenDefinition,
  name: string,
  change: Partial<Record<keyof FieldSpec, unknown>>,
): ScreenDefinition {
  const merged = Object.entries({ ...definition.fields[name], ...change }).filter(([, value]) => value !== undefined)
  return { ...definition, fields: { ...definition.fields, [name]: Object.fromEntries(merged) as unknown as FieldSpec } }
}

/** Another type keeps what every field has and begins anew with what the type needs. */
export function retypeField(definition: ScreenDefinition, name: string, type: FieldTypeName): ScreenDefinition {
  const { id, label, help, required, immutable, readOnly, visible, hidden, search, index, unique, width } =
    definition.fields[name]!
  const kept = { id, label, help, required, immutable, readOnly, visible, hidden, search, index, unique, width }
  const options = Object.entries(kept).filter(([, value]) => value !== undefined)
  return {
    ...definition,
    fields: { ...definition.fields, [name]: { type, ...startOf[type], ...Object.fromEntries(options) } as FieldSpec },
  }
}

/** Puts a field at another place among the fields. */
export function moveField(definition: ScreenDefinition, name: string, to: number): ScreenDefinition {
  return {
    ...definition,
    fields: Object.fromEntries(moved(Object.entries(definition.fields), ([key]) => key === name, to)),
  }
}

/** A list with the first item that is meant at another place. */
export function moved<T>(items: readonly T[], isMeant: (item: T) => boolean, to: number): T[] {
  const at = items.findIndex(isMeant)
  const rest = items.filter((_, index) => index !== at)
  if (at >= 0) rest.splice(Math.max(0, Math.min(to, rest.length)), 0, items[at]!)
  return rest
}

/** The sections of the form, those that a form without a layout has too. */
export function sectionsOf(definition: ScreenDefinition): Section[] {
  const layout = definition.form?.layout
  if (!layout) {
    const names = Object.entries(definition.fields).filter(([, field]) => !field.hidden)
    return [{ title: 'Details', rows: names.map(([name]) => [name]) }]
  }
  return layout.length > 0 && !Array.isArray(layout[0])
    ? [...(layout as readonly Section[])]
    : [{ title: 'Details', rows: layout as readonly (readonly string[])[] }]
}

type Renaming = (name: string) => string | null

const names = <T extends readonly string[] | undefined>(given: T, rename: Renaming): T =>
  given?.flatMap((name) => rename(name) ?? []) as unknown as T

const keys = <V>(given: Readonly<Record<string, V>> | undefined, rename: Renaming) =>
  given &&
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const next = rename(name)
      return next === null ? [] : [[next, value] as const]
    }),
  )

/** A condition with names put in place of others; null where it asked about a field that is gone. */
function conditionWith(condition: Condition, rename: Renaming): Condition | null {
  if (condition.op === 'not') {
    const of = conditionWith(condition.of, rename)
    return of && { op: 'not', of }
  }
  if (!('field' in condition)) {
    const of = condition.of.flatMap((part) => conditionWith(part, rename) ?? [])
    return of.length === 0 ? null : of.length === 1 ? of[0]! : { op: condition.op, of }
  }
  const field = rename(condition.field)
  if (field === null) return null
  if (!('value' in condition)) return { ...condition, field }
  if (comparedFields(condition.value).some((other) => rename(other.field) === null)) return null
  const put = (value: Json): Json => (isFieldValue(value) ? { field: rename(value.field)! } : value)
  const { value } = condition
  return { ...condition, field, value: Array.isArray(value) ? value.map(put) : put(value) }
}

function fieldWith(field: FieldSpec, rename: Renaming): FieldSpec {
  const { visible, rejects, after, currency, within, required, ...rest } = field
  const shown = visible && conditionWith(visible, rename)
  const refused = rejects?.flatMap(({ when, message }) => {
    const next = conditionWith(when, rename)
    return next ? [{ when: next, message }] : []
  })
  const date = after === undefined ? null : rename(after)
  const money =
    currency === undefined ? undefined : /^[A-Z]{3}$/.test(currency) ? currency : (rename(currency) ?? 'EUR')
  const kept = within === undefined ? null : rename(within)
  return {
    ...rest,
    // Without its condition a field is always visible, and "required when visible" would say nothing.
    ...(required === undefined ? {} : { required: required === 'whenVisible' && !shown ? true : required }),
    ...(shown ? { visible: shown } : {}),
    ...(refused && refused.length > 0 ? { rejects: refused } : {}),
    ...(date === null ? {} : { after: date }),
    ...(money === undefined ? {} : { currency: money }),
    ...(kept === null ? {} : { within: kept }),
  }
}

function listWith(list: List, rename: Renaming): List {
  const sortKey: Renaming = (key) => {
    const name = rename(key.replace(/^-/, ''))
    return name === null ? null : key.startsWith('-') ? `-${name}` : name
  }
  const views = Object.entries(list.views ?? {}).flatMap(([view, condition]) => {
    const next = conditionWith(condition, rename)
    return next ? [[view, next] as const] : []
  })
  return defined({
    ...list,
    columns: names(list.columns, rename),
    sort: names(list.sort, sortKey),
    filters: names(list.filters, rename),
    totals: keys(list.totals as Readonly<Record<string, 'sum'>> | undefined, rename),
    views: list.views && Object.fromEntries(views),
    displays: list.displays?.map((display) => defined({ ...display, columns: names(display.columns, rename) })),
    tree: treeWith(list.tree, rename),
  })
}

// A list whose records lie below one another no longer does without the reference that says so.
const treeWith = (tree: NonNullable<ScreenDefinition['list']>['tree'], rename: Renaming) => {
  const parent = tree && rename(tree.parent)
  return parent ? { ...tree, parent } : undefined
}

const rowsWith = (rows: readonly (readonly string[])[], rename: Renaming) =>
  rows.map((row) => names(row, rename)).filter((row) => row.length > 0)

function formWith(form: Form, rename: Renaming): Form {
  const { layout } = form
  if (!layout) return form
  const next =
    layout.length > 0 && !Array.isArray(layout[0])
      ? (layout as readonly Section[]).map((section) => ({ ...section, rows: rowsWith(section.rows, rename) }))
      : rowsWith(layout as readonly (readonly string[])[], rename)
  return { ...form, layout: next }
}

/** Leaves out what is undefined. */
const defined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

/** The definition with names of fields put in place of others everywhere; null leaves out what named them. */
function withNames(definition: ScreenDefinition, rename: Renaming): ScreenDefinition {
  const { fields, table, title, list, form, upload, actions, access, tests } = definition
  const newTitle = title === undefined ? null : rename(title)
  const { title: _title, ...rest } = definition
  return defined({
    ...rest,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) => {
        const next = rename(name)
        return next === null ? [] : [[next, fieldWith(field, rename)] as const]
      }),
    ),
    ...(newTitle === null ? {} : { title: newTitle }),
    table: table && defined({ ...table, key: names(table.key, rename) }),
    list: list && listWith(list, rename),
    form: form && formWith(form, rename),
    upload:
      upload &&
      defined({
        ...upload,
        upsertOn: names(upload.upsertOn, rename),
        fields: names(upload.fields, rename),
        aliases: keys(upload.aliases as Readonly<Record<string, readonly string[]>> | undefined, rename),
      }),
    actions: actions?.map((action) => {
      const { when: condition, ...other } = action
      const next = condition && conditionWith(condition, rename)
      return defined({
        ...other,
        values: keys(action.values, rename),
        parameters: action.command === 'set-values' ? keys(action.parameters, rename) : action.parameters,
        when: next ?? undefined,
      })
    }),
    access:
      access &&
      defined({ ...access, fields: keys(access.fields as Readonly<Record<string, object>> | undefined, rename) }),
    tests: tests?.map((test) =>
      'accept' in test
        ? { accept: keys(test.accept as never, rename)! }
        : { reject: keys(test.reject as never, rename)!, at: rename(test.at) ?? test.at },
    ),
  }) as ScreenDefinition
}

/**
 * Renames a field wherever the definition names it. A field whose records exist keeps its column: that is what `id` is for in
 * settings, but the column follows the name, so this is for fields that were never in use.
 */
export const renameField = (definition: ScreenDefinition, from: string, to: string): ScreenDefinition =>
  withNames(definition, (name) => (name === from ? to : name))

/** Takes a field away with everything that named it. */
export const removeField = (definition: ScreenDefinition, gone: string): ScreenDefinition =>
  withNames(definition, (name) => (name === gone ? null : name))
