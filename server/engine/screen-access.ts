import { fieldsOf, type Field, type Screen } from '#src/definition'
import { type Caller, can, demand } from '../authorize.ts'
import type { Section } from '#src/definition/screen-form.ts'
import { AppError } from '../errors.ts'

export type Operation = 'read' | 'create' | 'update' | 'delete' | 'upload' | 'export'

/** Whether the caller's applications include one of the screen's. */
const inApplication = (caller: Caller, screen: Screen): boolean =>
  screen.apps === null || screen.apps.some((app) => caller.apps.includes(app))

/** Whether a screen that an organisation has configured is for the caller; who configures sees them all. */
const inAudience = (caller: Caller, { access: { audience } }: Screen): boolean =>
  audience === undefined ||
  audience.users.includes(caller.email) ||
  audience.roles.some((role) => caller.roleIds.includes(role)) ||
  can(caller, 'administration.configuration')

export function mayUse(caller: Caller, screen: Screen, operation: Operation): boolean {
  return (
    inApplication(caller, screen) &&
    inAudience(caller, screen) &&
    can(caller, screen.access.read) &&
    can(caller, screen.access[operation])
  )
}

/** What whoever changes the fields of a screen for others needs. */
export const designPermission = 'administration.form_fields'

/** Throws FORBIDDEN unless the caller may do this on the screen. */
export function demandUse(caller: Caller, screen: Screen, operation: Operation): void {
  if (!inApplication(caller, screen) || !inAudience(caller, screen)) throw new AppError('FORBIDDEN')
  demand(caller, screen.access.read)
  demand(caller, screen.access[operation])
}

export const mayReadField = (caller: Caller, screen: Screen, name: string): boolean =>
  can(caller, screen.access.fields[name]?.read)

export const mayWriteField = (caller: Caller, screen: Screen, name: string): boolean =>
  mayReadField(caller, screen, name) && can(caller, screen.access.fields[name]?.write)

/** The fields of the screen that the caller may see. */
export const readableFields = (caller: Caller, screen: Screen): readonly Field[] =>
  screen.fields.filter((field) => mayReadField(caller, screen, field.name))

const keep = (names: readonly string[], known: ReadonlySet<string>): string[] => names.filter((name) => known.has(name))

const keepKeys = <V>(record: Readonly<Record<string, V>>, known: ReadonlySet<string>): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => known.has(name)))

const keepSections = (sections: readonly Section[], known: ReadonlySet<string>): Section[] =>
  sections
    .map((section) => ({
      ...section,
      rows: section.rows.map((row) => keep(row, known)).filter((row) => row.length > 0),
    }))
    .filter((section) => section.rows.length > 0)

/** The screen as this caller may know it: fields without permission are gone from every place that names them. */
export function trimScreen(caller: Caller, screen: Screen): Screen {
  const readable = (all: readonly Field[]): Field[] =>
    all.flatMap((field) => {
      if (!mayReadField(caller, screen, field.name)) return []
      return mayWriteField(caller, screen, field.name) || field.readOnly ? field : { ...field, readOnly: true }
    })
  const fields = readable(screen.fields)
  const known = new Set(fields.map((field) => field.name))
  const { list, form, upload, result, variants } = screen
  // For whom else it is nobody needs to know.
  const { audience: _audience, ...access } = screen.access
  return {
    ...screen,
    fields,
    access: { ...access, fields: keepKeys(access.fields, known) },
    title: screen.title && known.has(screen.title) ? screen.title : (screen.table?.key[0] ?? null),
    actions: screen.actions.filter((action) => can(caller, action.access)),
    list: list && {
      ...list,
      columns: keep(list.columns, known),
      sort: list.sort.filter((key) => known.has(key.field)),
      filters: keep(list.filters, known),
      totals: keepKeys(list.totals, known),
      figures: list.figures.filter(({ sum }) => sum === undefined || known.has(sum)),
      views: list.views.filter(({ condition }) => fieldsOf(condition).every((name) => known.has(name))),
      displays: list.displays.map(({ shown, ...display }) => ({
        ...display,
        columns: keep(display.columns, known),
        ...(shown ? { shown: { ...shown, fields: readable(shown.fields) } } : {}),
      })),
      tree: list.tree && known.has(list.tree.parent) ? list.tree : null,
    },
    form: form && { ...form, sections: keepSections(form.sections, known) },
    ...(variants
      ? {
          variants: variants
            // Which records they are cannot be told without the fields that say so.
            .filter(({ when }) => fieldsOf(when).every((name) => known.has(name)))
            .map(({ shown, ...variant }) => ({
              ...variant,
              ...(shown
                ? { shown: { fields: readable(shown.fields), sections: keepSections(shown.sections, known) } }
                : {}),
            })),
        }
      : {}),
    upload:
      upload && mayUse(caller, screen, 'upload')
        ? { ...upload, fields: keep(upload.fields, known), aliases: keepKeys(upload.aliases, known) }
        : null,
    result: result && {
      ...result,
      columns: keep(result.columns, known),
      aside: keep(result.aside, known),
      totals: keepKeys(result.totals, known),
      ratios: keepKeys(result.ratios, known),
      sort: result.sort.filter((key) => known.has(key.field)),
      group: keep(result.group, known),
      key: keep(result.key, known),
    },
  }
}
