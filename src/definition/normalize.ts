import type { Access, AccessInput } from './access.ts'
import { isFilled } from './key-part.ts'
import { normalizeApproval, withApproval } from './approval.ts'
import type { ScreenDefinition } from './define.ts'
import type { Drill, DrillInput } from './drill.ts'
import { numberTypes, type Field, type FieldSpec } from './field.ts'
import { defaultMessages } from './default-messages.ts'
import { normalizeField, snake } from './normalize-field.ts'
import type { Aggregate, ListView } from './screen-list.ts'
import type { FormInput, FormView, Section } from './screen-form.ts'
import type { Screen, ValidityInput } from './screen.ts'
import type { UploadView } from './screen-upload.ts'
import type { ResultView } from './screen-result.ts'
import { parseSortKey } from './sort-key.ts'
import { partsOf, wayFields, wayToRecords, type SummaryInput, type SummaryView } from './summary.ts'
import { normalizeDesigner, normalizeVariant } from './variants.ts'

/** The first day of a validity knows the last one, which never comes before it. */
function withValidity(fields: readonly Field[], validity: ValidityInput<string> | undefined): readonly Field[] {
  if (!validity) return fields
  const { from, to } = validity
  return fields.map((field) => ({
    ...field,
    ...(field.name === from ? { until: to } : {}),
    ...(field.name === to ? { after: field.after ?? from } : {}),
  }))
}

const normalizeFields = (specs: Readonly<Record<string, FieldSpec>>): Field[] =>
  Object.entries(specs).map(([name, spec]) => normalizeField(name, spec))

const wide = new Set(['longText', 'rows', 'attributes', 'file'])

function normalizeList(definition: ScreenDefinition, fields: readonly Field[]): ListView | null {
  const { list, table } = definition
  if (!list) return null
  const shown = fields.filter((field) => !field.hidden && !wide.has(field.type)).map((field) => field.name)
  const columns = list.columns ?? shown.slice(0, 10)
  return {
    path: list.path,
    aliases: list.aliases ?? [],
    columns,
    sort: (list.sort ?? table?.key ?? []).map(parseSortKey),
    filters: list.filters ?? columns.slice(0, 3),
    totals: dense(list.totals),
    views: Object.entries(list.views ?? {}).map(([name, condition]) => ({ name, condition })),
    attention: list.attention ?? [],
    due: list.due ?? [],
    figures: list.figures ?? [],
    pageSize: list.pageSize ?? 10,
    tree: list.tree ? { parent: list.tree.parent, endpoint: list.tree.endpoint ?? null } : null,
    displays: (list.displays ?? []).map(({ filters, ...display }) => ({
      ...display,
      columns: display.columns ?? columns,
      ...(filters ? { filters: dense(filters) } : {}),
    })),
  }
}

/** Two fields beside each other, in their order; what needs the whole width stands alone. */
function pairsOf(fields: readonly Field[]): string[][] {
  const rows: string[][] = []
  let isOpen = false
  for (const { name, type } of fields) {
    const isWide = wide.has(type)
    if (isOpen && !isWide) rows.at(-1)!.push(name)
    else rows.push([name])
    isOpen = !isOpen && !isWide
  }
  return rows
}

function sectionsOf(layout: FormInput<string>['layout'], fields: readonly Field[]): Section[] {
  if (!layout) {
    return [{ title: 'Details', rows: pairsOf(fields.filter((field) => !field.hidden)) }]
  }
  const isSections = (value: NonNullable<FormInput<string>['layout']>): value is readonly Section[] =>
    value.length > 0 && !Array.isArray(value[0])
  return isSections(layout) ? [...layout] : [{ title: 'Details', rows: layout as readonly (readonly string[])[] }]
}

function normalizeForm(definition: ScreenDefinition, fields: readonly Field[]): FormView | null {
  const base = definition.list?.path ?? `/${definition.name}`
  if (!definition.form && !definition.list) return null
  const form = definition.form ?? {}
  return {
    view: form.view ?? `${base}/view/:id`,
    edit: form.edit ?? `${base}/edit/:id`,
    create: form.create ?? `${base}/new`,
    sections: sectionsOf(form.layout, fields),
    ...(form.shapes ? { shapes: form.shapes } : {}),
    related: form.related ?? [],
    ...(form.pages ? { pages: form.pages } : {}),
    ...(form.viewAliases ? { viewAliases: form.viewAliases } : {}),
    ...(form.editable ? { editable: form.editable } : {}),
    ...(form.deletable ? { deletable: form.deletable } : {}),
    ...(form.live ? { live: form.live } : {}),
  }
}

function normalizeUpload(definition: ScreenDefinition, fields: readonly Field[]): UploadView | null {
  const { upload, table } = definition
  if (!upload) return null
  const upsertOn = upload.upsertOn ?? table?.key ?? []
  const uploadable = fields.filter(
    (field) => isFilled(field, upsertOn) && !['rows', 'attributes', 'file'].includes(field.type),
  )
  return {
    path: upload.path ?? `${definition.list?.path ?? `/${definition.name}`}/excel-upload`,
    functionality: upload.functionality,
    upsertOn,
    fields: upload.fields ?? uploadable.map((field) => field.name),
    aliases: dense(upload.aliases),
    endpoints: upload.endpoints ?? [],
    ...(upload.pathAliases ? { pathAliases: upload.pathAliases } : {}),
    ...(upload.functionalityAliases ? { functionalityAliases: upload.functionalityAliases } : {}),
    ...(upload.formats ? { formats: upload.formats } : {}),
    ...(upload.refusal ? { refusal: upload.refusal } : {}),
  }
}

function normalizeResult(definition: ScreenDefinition, fields: readonly Field[]): ResultView | null {
  const { result } = definition
  if (!result) return null
  const columns = result.columns ?? fields.filter((field) => !field.hidden).map((field) => field.name)
  const { summary, drill: given, drills, ...rest } = result
  const summed = summary && normalizeSummary(summary, Object.keys(result.parameters))
  const drill = given ?? ((summed && wayToRecords(summed)) || undefined)
  return {
    ...rest,
    ...(summed ? { summary: summed } : {}),
    ...(drill ? { drill: normalizeDrill(drill) } : {}),
    ...(drills
      ? { drills: Object.fromEntries(Object.entries(dense(drills)).map(([name, one]) => [name, normalizeDrill(one)])) }
      : {}),
    parameters: normalizeFields(result.parameters),
    columns,
    aside: result.aside ?? [],
    totals: dense(result.totals ?? (summed && ownTotals(summed))),
    ratios: dense(result.ratios),
    headings: dense(result.headings),
    sort: (result.sort ?? []).map(parseSortKey),
    group: result.group ?? [],
    key:
      result.key ??
      columns.filter((name) => fields.some((field) => field.name === name && !numberTypes.has(field.type))),
  }
}

const normalizeDrill = (drill: DrillInput): Drill => ({
  ...drill,
  filters: Object.fromEntries(Object.entries(drill.filters).map(([to, from]) => [to, [from].flat()])),
  absent: drill.absent ?? [],
})

function normalizeSummary(summary: SummaryInput<string>, parameters: readonly string[]): SummaryView {
  const { of, groups, figures: worked, filters = {}, application, where = null } = summary
  return {
    of,
    groups: dense(groups),
    figures: dense(worked),
    filters: Object.fromEntries(parameters.map((name) => [name, filters[name] ?? name])),
    ...(application === undefined ? {} : { application }),
    where,
  }
}

/** What can be added up further is: sums and counts; the least of the least, the greatest of the greatest. */
const ownTotals = ({ figures: worked }: SummaryView): Record<string, Aggregate> =>
  Object.fromEntries(
    Object.entries(worked).flatMap(([name, source]): [string, Aggregate][] => {
      const kind = source === 'count' ? 'sum' : partsOf(source)[1]
      return kind === 'sum' || kind === 'min' || kind === 'max' ? [[name, kind]] : []
    }),
  )

const dense = <V>(record: Readonly<Partial<Record<string, V>>> | undefined): Record<string, V> =>
  Object.fromEntries(Object.entries(record ?? {}).filter((entry): entry is [string, V] => entry[1] !== undefined))

function normalizeAccess(access: AccessInput<string> = {}, area: string): Access {
  const write = access.write ?? `${area}.write`
  return {
    read: access.read ?? 'any',
    create: access.create ?? write,
    update: access.update ?? write,
    delete: access.delete ?? write,
    upload: access.upload ?? access.create ?? write,
    export: access.export ?? access.read ?? 'any',
    fields: dense(access.fields),
    rows: access.rows ?? null,
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}

/** Fills in every default of a definition and freezes the result; pure, the same for TypeScript and JSON definitions. */
export function normalizeScreen(written: ScreenDefinition): Screen {
  const definition = withApproval(written)
  const { summary } = definition.result ?? {}
  const fields = withValidity(
    normalizeFields(summary ? { ...definition.fields, ...wayFields(summary) } : definition.fields),
    definition.table?.validity,
  )
  const key = definition.table?.key ?? []
  return deepFreeze({
    name: definition.name,
    label: definition.label[0],
    plural: definition.label[1],
    area: definition.area,
    menu: {
      hidden: definition.menu?.hidden ?? false,
      order: definition.menu?.order ?? 100,
      label: definition.menu?.label ?? definition.label[1],
      search: definition.menu?.search ?? !(definition.menu?.hidden ?? false),
    },
    apps: definition.apps ?? null,
    formId: definition.formId ?? `IMA_CONFIG_${snake(definition.name).toUpperCase()}`,
    endpoint: definition.endpoint ?? null,
    endpointAliases: [
      ...(definition.endpointAliases ?? []),
      ...Object.values(definition.byApplication?.endpoints ?? {}),
    ],
    table:
      definition.endpoint && !definition.result
        ? {
            name: definition.table?.name ?? snake(definition.name),
            key,
            history: definition.table?.history ?? true,
            scope: definition.table?.scope ?? 'organization',
            validity: definition.table?.validity ?? null,
          }
        : null,
    savesByPost: definition.savesByPost ?? false,
    ...(definition.callPaths ? { callPaths: definition.callPaths } : {}),
    ...(definition.byApplication
      ? { byApplication: { through: null, endpoints: {}, ...definition.byApplication } }
      : {}),
    approval: normalizeApproval(definition),
    hooks: definition.hooks ?? null,
    title:
      definition.title ??
      fields.find((field) => field.search && !key.includes(field.name) && field.type === 'text')?.name ??
      key[0] ??
      null,
    fields,
    list: normalizeList(definition, fields),
    form: definition.result ? null : normalizeForm(definition, fields),
    designer: normalizeDesigner(definition.designer, definition.label[1]),
    ...(definition.variants ? { variants: definition.variants.map(normalizeVariant) } : {}),
    ...(definition.follows ? { follows: definition.follows } : {}),
    upload: normalizeUpload(definition, fields),
    result: normalizeResult(definition, fields),
    dashboard: definition.dashboard ? { aliases: [], filters: [], ...definition.dashboard } : null,
    actions: (definition.actions ?? []).map((action) => ({
      ...action,
      parameters: normalizeFields(action.parameters ?? {}),
      access: action.access ?? definition.access?.write ?? `${definition.area}.write`,
    })),
    access: normalizeAccess(definition.access, definition.area),
    messages: { ...defaultMessages, ...definition.messages },
    tests: definition.tests ?? [],
  })
}
