import type { Approval } from './approval.ts'
import type { ScreenDefinition } from './define.ts'
import { labelOf } from './label-of.ts'
import type { Field, FieldSpec } from './field.ts'
import { normalizeField } from './normalize-field.ts'
import { normalizeScreen } from './normalize.ts'
import type { Action } from './screen-action.ts'
import type { Screen } from './screen.ts'
import { printSortKey } from './sort-key.ts'
import type { Variant, VariantInput } from './variant.ts'

type Draft = { -readonly [K in keyof ScreenDefinition]?: ScreenDefinition[K] }

/** As text that does not depend on the order in which properties were written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** Leaves out what is undefined, an empty list, or no more than what `plain` says anyway. */
function sparse<T extends object>(given: T, plain: object = {}): T {
  const defaults = plain as Readonly<Record<string, unknown>>
  const kept = Object.entries(given).filter(
    ([name, value]) => value !== undefined && value !== null && !same(value, defaults[name]),
  )
  return Object.fromEntries(kept) as T
}

/** A field as its author would write it: without what every field has anyway. */
function specOf({
  name,
  id,
  label,
  storage,
  fields,
  requiredWhenVisible,
  layers: _layers,
  until: _until,
  ...field
}: Field): FieldSpec {
  const plain = normalizeField(name, { type: field.type })
  const spec = {
    ...sparse(field, plain),
    type: field.type,
    ...(id === name ? {} : { id }),
    ...(label === labelOf(name) ? {} : { label }),
    ...(requiredWhenVisible ? { required: 'whenVisible' as const } : {}),
    ...(storage.key === undefined ? {} : { within: storage.column }),
    ...(fields ? { fields: specsOf(fields) } : {}),
  }
  return spec as FieldSpec
}

const specsOf = (fields: readonly Field[]): Record<string, FieldSpec> =>
  Object.fromEntries(fields.map((field) => [field.name, specOf(field)]))

function actionOf({ parameters, access, ...action }: Action, write: string) {
  return {
    ...action,
    ...(parameters.length > 0 ? { parameters: specsOf(parameters) } : {}),
    ...(access === write ? {} : { access }),
  }
}

function accessOf({ access, area }: Screen): ScreenDefinition['access'] {
  const write = `${area}.write`
  const { read, create, update, delete: remove, upload, export: send, fields, rows } = access
  return sparse({
    read: read === 'any' ? undefined : read,
    create: create === write ? undefined : create,
    update: update === write ? undefined : update,
    delete: remove === write ? undefined : remove,
    upload: upload === create ? undefined : upload,
    export: send === read ? undefined : send,
    fields: Object.keys(fields).length > 0 ? fields : undefined,
    rows: rows ?? undefined,
  }) as ScreenDefinition['access']
}

function resultOf({ result }: Screen): ScreenDefinition['result'] {
  if (!result) return undefined
  const { summary, ...rest } = result
  const where = summary?.where ? { where: summary.where } : {}
  return {
    ...rest,
    ...(summary ? { summary: { ...summary, where: undefined, ...where } } : {}),
    parameters: specsOf(result.parameters),
    sort: result.sort.map(printSortKey),
  }
}

const approvalOf = ({ access, ...given }: Approval, name: string): NonNullable<ScreenDefinition['approval']> => ({
  access,
  ...(sparse(given, { document: name, free: [] }) as object),
})

const variantOf = ({ designer, shown: _shown, ...variant }: Variant): VariantInput => ({
  ...variant,
  ...(designer ? { designer } : {}),
})

/** The parts that may be left out where they say what the defaults say. */
const parts = [
  'menu',
  'formId',
  'endpointAliases',
  'title',
  'list',
  'form',
  'designer',
  'dashboard',
  'upload',
  'messages',
] as const

const byApplicationOf = ({ through, ...own }: NonNullable<Screen['byApplication']>) => ({
  ...own,
  ...(through === null ? {} : { through }),
})

/**
 * A definition that `normalizeScreen` makes this screen of, as short as it can be: the way back, for showing a screen as JSON and
 * for beginning another one from it.
 */
export function definitionOf(screen: Screen): ScreenDefinition {
  const { name, label, plural, area, apps, endpoint, table, hooks, list, form, upload, tests } = screen
  const access = accessOf(screen)
  const draft: Draft = {
    ...(sparse({ name, label: [label, plural] as const, area, apps, endpoint, hooks }) as Draft),
    ...(table
      ? { table: sparse({ ...table, validity: table.validity ?? undefined }, { scope: 'organization', history: true }) }
      : {}),
    fields: specsOf(screen.fields),
    ...(screen.actions.length > 0
      ? { actions: screen.actions.map((action) => actionOf(action, `${area}.write`)) }
      : {}),
    ...(access && Object.keys(access).length > 0 ? { access } : {}),
    ...(screen.result ? { result: resultOf(screen) } : {}),
    ...(screen.savesByPost ? { savesByPost: true } : {}),
    ...(screen.byApplication ? { byApplication: byApplicationOf(screen.byApplication) } : {}),
    ...(screen.callPaths ? { callPaths: screen.callPaths } : {}),
    ...(screen.variants ? { variants: screen.variants.map(variantOf) } : {}),
    ...(screen.follows ? { follows: screen.follows } : {}),
    ...(screen.approval ? { approval: approvalOf(screen.approval, name) } : {}),
    ...(tests.length > 0 ? { tests } : {}),
  }
  const whole: Draft = {
    ...draft,
    menu: screen.menu,
    formId: screen.formId,
    endpointAliases: screen.endpointAliases.filter(
      (path) => !Object.values(screen.byApplication?.endpoints ?? {}).includes(path),
    ),
    title: screen.title ?? undefined,
    messages: screen.messages,
    list: list
      ? {
          ...list,
          sort: list.sort.map(printSortKey),
          tree: list.tree ? sparse({ ...list.tree, endpoint: list.tree.endpoint ?? undefined }) : undefined,
          views: Object.fromEntries(list.views.map((view) => [view.name, view.condition])),
        }
      : undefined,
    form: form
      ? {
          view: form.view,
          edit: form.edit,
          create: form.create,
          layout: form.sections,
          ...(form.shapes ? { shapes: form.shapes } : {}),
          related: form.related,
          live: form.live,
          viewAliases: form.viewAliases,
          editable: form.editable,
          deletable: form.deletable,
          pages: form.pages,
        }
      : undefined,
    designer: screen.designer ?? undefined,
    dashboard: screen.dashboard ?? undefined,
    upload: upload ?? undefined,
  }
  return shortened(whole, screen)
}

/** Takes away, one after the other, every part and every property of a part without which the screen stays the same. */
function shortened(whole: Draft, screen: Screen): ScreenDefinition {
  const means = (draft: Draft): boolean => same(normalizeScreen(draft as ScreenDefinition), screen)
  let draft = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as Draft
  for (const part of [...parts, 'table'] as const) {
    const value = draft[part]
    if (value === undefined) continue
    const { [part]: _left, ...without } = draft
    if (means(without)) {
      draft = without
      continue
    }
    if (typeof value !== 'object' || Array.isArray(value)) continue
    for (const property of Object.keys(value)) {
      const { [property]: _gone, ...rest } = draft[part] as unknown as Record<string, unknown>
      const less = { ...draft, [part]: rest } as Draft
      if (isWhole(part, rest) && means(less)) draft = less
    }
  }
  return draft as ScreenDefinition
}

/** What a part may not be without, although nothing breaks at once. */
const isWhole = (part: string, rest: object): boolean =>
  ((part !== 'list' && part !== 'designer') || 'path' in rest) &&
  (part !== 'upload' || 'functionality' in rest) &&
  (part !== 'dashboard' || ('path' in rest && 'tiles' in rest))
