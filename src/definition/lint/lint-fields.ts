import type { Field } from '../field.ts'
import { fieldSchemas } from '../field-types/schemas.ts'
import { reserved } from '../list-query.ts'
import { isInherited, systemColumns } from '../reserved-names.ts'
import type { Screen } from '../screen.ts'
import { lintCondition } from './lint-condition.ts'
import { type Report, reportUnknown, type Screens } from './finding.ts'

const isoCode = /^[A-Z]{3}$/
const dates: ReadonlySet<string> = new Set(['date', 'dateTime'])
/** Names, targets and defaults of the fields, those of rows included. */
export function lintFields(screen: Screen, screens: Screens, report: Report): void {
  lintFieldsAt(screen.fields, ['fields'], screens, report)
  for (const { name, storage, acyclic, target } of screen.fields) {
    const at = ['fields', name]
    if (screen.table && systemColumns.has(storage.column))
      report(at, `Every record has a column ${storage.column} of its own`)
    if (reserved.has(name) && !screen.dashboard)
      report(at, `${name} is a parameter of every list and cannot be a field`)
    if (acyclic && target !== screen.name)
      report([...at, 'acyclic'], `Only a reference to ${screen.name} itself can lead back to it`)
  }
}

/** Names and targets of one set of fields written at `path`: a record's, a row's, or the parameters of an action or a result. */
export function lintFieldsAt(
  fields: readonly Field[],
  path: readonly string[],
  screens: Screens,
  report: Report,
): void {
  const names = fields.map((field) => field.name)
  reportDoubles(fields, path, report)
  for (const field of fields) {
    const at = [...path, field.name]
    if (isInherited(field.name)) report(at, `${field.name} is a name that every object has and cannot be a field`)
    if (field.visible) {
      lintCondition(field.visible, fields, [...at, 'visible'], report)
    }
    for (const [index, { when }] of (field.rejects ?? []).entries())
      lintCondition(when, fields, [...at, 'rejects', index, 'when'], report)
    if (field.rejects && field.readOnly)
      report([...at, 'rejects'], `Nobody writes ${field.name}: nothing of it can be refused`)
    if (field.requiredWhenVisible && !field.visible) {
      report(
        [...at, 'required'],
        `${field.name} is required when visible, but always visible`,
        'write required: true, or a condition as visible',
      )
    }
    if (field.target !== undefined) lintTarget(field.target, at, screens, report)
    if (field.valuesOf !== undefined) lintValuesOf(field.valuesOf, [...at, 'valuesOf'], screens, report)
    if (field.names !== undefined && !screens.get(field.names)?.list)
      reportUnknown(report, [...at, 'names'], 'list', field.names, [...screens.keys()])
    for (const name of field.attributesOf ?? []) lintAttributed(name, at, screens, report)
    if (field.after !== undefined) lintDateBefore(field.after, at, fields, report)
    if (field.orderedBy !== undefined) reportUnknown(report, [...at, 'orderedBy'], 'field', field.orderedBy, names)
    if (field.currency !== undefined && !isoCode.test(field.currency)) {
      reportUnknown(report, [...at, 'currency'], 'field or currency', field.currency, names)
    }
    for (const name of field.key ?? []) {
      reportUnknown(
        report,
        [...at, 'key', name],
        'field of the row',
        name,
        (field.fields ?? []).map((inner) => inner.name),
      )
    }
    lintText(field, at, report)
    lintChoices(field, at, report)
    lintDefault(field, at, report)
    if (field.fields) lintFieldsAt(field.fields, at, screens, report)
  }
}

function reportDoubles(fields: readonly Field[], path: readonly string[], report: Report): void {
  const owners = new Map<string, string>()
  for (const { name, storage } of fields) {
    const place = `${storage.column}/${storage.key ?? ''}`
    const other = owners.get(place)
    if (other !== undefined) report([...path, name], `${name} and ${other} would share the column ${storage.column}`)
    owners.set(place, name)
  }
}

function lintTarget(target: string, at: readonly string[], screens: Screens, report: Report): void {
  const screen = screens.get(target)
  if (!screen) {
    reportUnknown(report, [...at, target], 'screen', target, [...screens.keys()])
    return
  }
  if (screen.table?.key.length === 1) return
  const why = screen.table ? `its key has ${screen.table.key.length} fields` : 'it has no table'
  report([...at, target], `${target} cannot be referred to: ${why}`, 'name a screen whose table has a single key field')
}

function lintValuesOf(
  { screen: name, field }: NonNullable<Field['valuesOf']>,
  at: readonly string[],
  screens: Screens,
  report: Report,
): void {
  const screen = screens.get(name)
  const names = (screen?.fields ?? []).map((one) => one.name)
  if (!screen?.table) reportUnknown(report, [...at, 'screen'], 'screen with records', name, [...screens.keys()])
  else if (!names.includes(field)) reportUnknown(report, [...at, 'field'], 'field', field, names)
}

const takesAttributes = (screen: Screen): boolean => screen.fields.some(({ type }) => type === 'attributes')

function lintAttributed(name: string, at: readonly string[], screens: Screens, report: Report): void {
  const known = [...screens.values()].filter(takesAttributes).map((screen) => screen.name)
  reportUnknown(report, [...at, 'attributesOf', name], 'screen with attributes', name, known)
}

function lintDateBefore(name: string, at: readonly string[], fields: readonly Field[], report: Report): void {
  const known = fields.filter((field) => dates.has(field.type)).map((field) => field.name)
  reportUnknown(report, [...at, 'after'], 'date field', name, known)
}

function lintText({ pattern }: Field, at: readonly string[], report: Report): void {
  if (pattern === undefined) return
  try {
    new RegExp(pattern, 'u')
  } catch {
    report([...at, 'pattern'], `${pattern} is no regular expression`)
  }
}

function lintChoices({ type, name, choices = [] }: Field, at: readonly string[], report: Report): void {
  if (type === 'choice' && choices.length === 0) report(at, `${name} is a choice without choices`)
  const values = choices.map((choice) => choice.value)
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  if (twice !== undefined) report([...at, 'choices', twice], `The choice ${twice} is there twice`)
}

function lintDefault(field: Field, at: readonly string[], report: Report): void {
  const { default: value } = field
  // Relative dates such as '@today' are read when a record is made.
  if (value === undefined || value === null || (typeof value === 'string' && value.startsWith('@'))) return
  const read = fieldSchemas[field.type](field).safeParse(value)
  if (!read.success)
    report([...at, 'default'], `The default of ${field.name} does not fit: ${read.error.issues[0]?.message ?? ''}`)
}
