import type { Drill } from '../drill.ts'
import { numberTypes, type Field } from '../field.ts'
import { parseFilter } from '../list-query.ts'
import type { Aggregate } from '../screen-list.ts'
import type { Screen } from '../screen.ts'
import { type Report, reportUnknown, type Screens } from './finding.ts'
import { lintCondition } from './lint-condition.ts'
import { lintDashboard } from './lint-dashboard.ts'
import { lintFieldsAt } from './lint-fields.ts'
import { lintSummary } from './lint-summary.ts'

type Path = readonly (string | number)[]
type Names = (path: Path, names: readonly string[]) => void

/** Every name that a list, form, upload, result, action, permission or example says must be a field or a screen. */
export function lintViews(screen: Screen, screens: Screens, report: Report): void {
  const known = screen.fields.map((field) => field.name)
  const names: Names = (path, given) => {
    for (const name of given) reportUnknown(report, [...path, name], 'field', name, known)
  }
  lintTable(screen, names, report)
  lintList(screen, names, report)
  lintForm(screen, names, screens, report)
  lintUpload(screen, names)
  lintResult(screen, names, screens, report)
  lintDashboard(screen, names)
  for (const { name, command, parameters, values = {}, when } of screen.actions) {
    lintFieldsAt(parameters, ['actions', name, 'parameters'], screens, report)
    if (command === 'set-values') {
      names(
        ['actions', name, 'parameters'],
        parameters.map((parameter) => parameter.name),
      )
      names(['actions', name, 'values'], Object.keys(values))
    }
    if (when) lintCondition(when, screen.fields, ['actions', name, 'when'], report)
  }
  lintApproval(screen, names, report)
  names(['access', 'fields'], Object.keys(screen.access.fields))
  lintRows(screen, names, report)
  screen.tests.forEach((test, at) => names(['tests', at], Object.keys('accept' in test ? test.accept : test.reject)))
}

function lintRows({ access, fields, list, upload }: Screen, names: Names, report: Report): void {
  const { rows } = access
  if (!rows) return
  lintCondition(rows.when, fields, ['access', 'rows', 'when'], report)
  if (rows.about !== undefined) names(['access', 'rows', 'about'], [rows.about])
  // Files are no way around it where only those send them who see every record.
  const isUploadedBlindly = upload !== null && access.upload !== rows.all
  if (list?.tree || isUploadedBlindly)
    report(
      ['access', 'rows'],
      'Trees and uploads reach records that not everybody sees',
      'leave out the tree and the upload, or let only those upload who see every record',
    )
}

function lintTable({ table, title, fields }: Screen, names: Names, report: Report): void {
  if (title !== null) names(['title'], [title])
  if (!table) return
  names(['table', 'key'], table.key)
  if (table.validity) lintValidity(table.validity, fields, names, report)
  // A part of a longer key may be empty: a customer's data for every sales organisation.
  if (table.key.length === 1) {
    const [name = ''] = table.key
    const field = fields.find((candidate) => candidate.name === name)
    if (field && !field.required && field.default === undefined && !field.readOnly) {
      report(['fields', name], `${name} is the key and may be left empty`, 'write required: true')
    }
  }
}

function lintApproval({ approval, fields, table, upload }: Screen, names: Names, report: Report): void {
  const numbered = fields.find((field) => field.numbered !== undefined)
  if (numbered && !numbered.readOnly)
    report(['fields', numbered.name], `${numbered.name} is numbered and can be written`, 'write readOnly: true')
  if (numbered && upload && !upload.upsertOn.includes(numbered.name))
    report(['upload'], `${numbered.name} is numbered, which an upload does not do`)
  if (!approval) return
  const { amount, currency, application, free } = approval
  names(
    ['approval'],
    [amount, isoCode.test(currency ?? '') ? null : currency, application, ...free].filter((name) => name !== null),
  )
  const typeOf = (name: string | null) => fields.find((field) => field.name === name)?.type
  if (amount !== null && !numberTypes.has(typeOf(amount) ?? 'money'))
    report(['approval', 'amount'], `${amount} is no amount`)
  if (!table?.history)
    report(['approval'], 'Who changed a record is known from its history', 'leave table.history as it is')
}

const isoCode = /^[A-Z]{3}$/

const comparable: ReadonlySet<string> = new Set(['text', 'choice', 'reference', 'flag', 'integer'])

function lintValidity(
  { from, to, within, only }: NonNullable<NonNullable<Screen['table']>['validity']>,
  fields: Screen['fields'],
  names: Names,
  report: Report,
): void {
  const typeOf = (name: string) => fields.find((field) => field.name === name)?.type
  names(['table', 'validity'], [from, to, ...within, ...(only ? [only.flag, ...only.within] : [])])
  if (only && (typeOf(only.flag) ?? 'flag') !== 'flag')
    report(['table', 'validity', 'only'], `${only.flag} is no flag`, 'a flag marks the records that are kept apart')
  for (const name of [from, to])
    if ((typeOf(name) ?? 'date') !== 'date')
      report(['table', 'validity', name], `${name} is no date`, 'a validity has a first and a last day')
  for (const name of [...within, ...(only?.within ?? [])])
    if (!comparable.has(typeOf(name) ?? 'text'))
      report(['table', 'validity', name], `Periods cannot be told apart by ${name}`, 'use texts, choices or references')
  if (within.length === 0) report(['table', 'validity'], 'No field tells whose periods must not overlap')
}

function lintList(screen: Screen, names: Names, report: Report): void {
  const { list, fields } = screen
  if (!list) return
  names(['list', 'columns'], list.columns)
  names(
    ['list', 'sort'],
    list.sort.map((key) => key.field),
  )
  names(['list', 'filters'], list.filters)
  lintTree(screen, names, report)
  lintTotals(['list', 'totals'], list.totals, fields, names, report)
  const twice = list.columns.find((name, at) => list.columns.indexOf(name) !== at)
  if (twice !== undefined) report(['list', 'columns', twice], `${twice} stands here twice`)
  for (const [name, path, what] of [
    ...list.sort.map(({ field }) => [field, 'sort', 'sorted'] as const),
    ...list.filters.map((field) => [field, 'filters', 'filtered'] as const),
  ]) {
    if (isWhole(fields.find((field) => field.name === name)))
      report(['list', path, name], `A list cannot be ${what} by ${name}`)
  }
  for (const view of list.views) lintCondition(view.condition, fields, ['list', 'views', view.name], report)
  for (const kind of ['attention', 'due'] as const)
    for (const name of list[kind])
      if (!list.views.some((view) => view.name === name)) report(['list', kind, name], `There is no view ${name}`)
  list.figures.forEach(({ label, view, sum }, at) => {
    const place = ['list', 'figures', at] as const
    if (list.figures.findIndex((other) => other.label === label) !== at)
      report([...place, 'label'], `${label} stands here twice`)
    if (view !== undefined && !list.views.some(({ name }) => name === view))
      report([...place, 'view'], `There is no view ${view}`)
    if (sum !== undefined) lintTotals([...place, 'sum'], { [sum]: 'sum' }, fields, names, report)
  })
  list.displays.forEach((display, at) => {
    names(['list', 'displays', at, 'columns'], display.columns)
    names(
      ['list', 'displays', at, 'filters'],
      Object.keys(display.filters ?? {}).map((name) => name.split('.')[0]!),
    )
  })
}

function lintTree({ name, list, table, fields }: Screen, names: Names, report: Report): void {
  if (!list?.tree) return
  const { parent } = list.tree
  const path = ['list', 'tree', 'parent']
  names(path, [parent])
  const field = fields.find((candidate) => candidate.name === parent)
  if (!field) return
  if (field.target !== name || !field.acyclic)
    report(
      [...path, parent],
      `${parent} does not make a tree`,
      `write f.reference('${name}', { acyclic: true, index: true })`,
    )
  else if (!field.index) report([...path, parent], `${parent} needs an index`, 'write index: true')
  if (table?.key.length !== 1) report(path, 'Only records with a single key field lie below one another')
}

const isWhole = (field: Field | undefined): boolean =>
  field !== undefined && ['rows', 'attributes', 'file'].includes(field.type)

function lintTotals(
  path: Path,
  totals: Readonly<Record<string, Aggregate>>,
  fields: Screen['fields'],
  names: Names,
  report: Report,
): void {
  names(path, Object.keys(totals))
  for (const [name, how] of Object.entries(totals)) {
    const field = fields.find((candidate) => candidate.name === name)
    if (field && (how === 'sum' || how === 'avg') && !numberTypes.has(field.type)) {
      report([...path, name], `${name} is no number and has no ${how}`, 'use count, min or max')
    }
  }
}

function lintForm(screen: Screen, names: Names, screens: Screens, report: Report): void {
  const { form, fields, access } = screen
  if (!form) return
  const shown = form.sections.flatMap((section) => section.rows.flat())
  for (const name of shown) names(['form', 'layout'], [name])
  const twice = shown.find((name, at) => shown.indexOf(name) !== at)
  if (twice !== undefined) report(['form', 'layout', twice], `${twice} stands twice on the form`)
  for (const { name, required, default: value, readOnly } of fields) {
    const isEntered = required && value === undefined && !readOnly && access.create !== 'never'
    if (isEntered && !shown.includes(name))
      report(['form', 'layout'], `${name} is required and not on the form`, `add '${name}' to the layout`)
  }
  if (form.editable) lintCondition(form.editable.when, fields, ['form', 'editable', 'when'], report)
  if (form.editable?.except) names(['form', 'editable', 'except'], form.editable.except)
  if (form.deletable) lintCondition(form.deletable.when, fields, ['form', 'deletable', 'when'], report)
  if (form.live) lintCondition(form.live, fields, ['form', 'live'], report)
  if (form.shapes) {
    const { by, from } = form.shapes
    reportUnknown(
      report,
      ['form', 'shapes', 'by', by],
      'field',
      by,
      fields.map((field) => field.name),
    )
    const source = screens.get(from)
    if (!source) reportUnknown(report, ['form', 'shapes', 'from'], 'screen', from, [...screens.keys()])
    else if (!['applies_to', 'views', 'attributes'].every((name) => source.fields.some((field) => field.name === name)))
      report(['form', 'shapes', 'from'], `${from} has no applies_to, views and attributes, by which forms are shaped`)
  }
  form.related.forEach(({ screen: other, by }, at) => {
    const target = screens.get(other)
    if (!target) reportUnknown(report, ['form', 'related', at, 'screen'], 'screen', other, [...screens.keys()])
    else
      reportUnknown(
        report,
        ['form', 'related', at, 'by'],
        target.result ? `parameter of ${other}` : `field of ${other}`,
        by,
        (target.result?.parameters ?? target.fields).map((field) => field.name),
      )
  })
}

function lintUpload({ upload }: Screen, names: Names): void {
  if (!upload) return
  names(['upload', 'upsertOn'], upload.upsertOn)
  names(['upload', 'fields'], upload.fields)
  names(['upload', 'aliases'], Object.keys(upload.aliases))
}

function lintResult(screen: Screen, names: Names, screens: Screens, report: Report): void {
  const { result, fields } = screen
  if (!result) return
  lintFieldsAt(result.parameters, ['result', 'parameters'], screens, report)
  lintSummary(screen, screens, report)
  for (const [at, path] of (result.direct ?? []).entries())
    for (const part of path.split('/').filter((one) => one.startsWith(':')))
      reportUnknown(
        report,
        ['result', 'direct', at],
        'criterion',
        part.slice(1),
        result.parameters.map((field) => field.name),
      )
  names(['result', 'columns'], result.columns)
  names(['result', 'aside'], result.aside)
  names(['result', 'group'], result.group)
  names(['result', 'key'], result.key)
  names(
    ['result', 'sort'],
    result.sort.map((key) => key.field),
  )
  for (const [name, parts] of Object.entries(result.ratios)) names(['result', 'ratios', name], [name, ...parts])
  names(['result', 'headings'], Object.keys(result.headings))
  const choices = result.parameters.filter((field) => field.choices !== undefined).map((field) => field.name)
  for (const [name, criterion] of Object.entries(result.headings))
    if (!choices.includes(criterion)) reportUnknown(report, ['result', 'headings', name], 'choice', criterion, choices)
  lintTotals(['result', 'totals'], result.totals, fields, names, report)
  if (result.chart) {
    names(['result', 'chart', 'x'], [result.chart.x])
    names(['result', 'chart', 'y'], result.chart.y)
    if (result.chart.split) names(['result', 'chart', 'split'], [result.chart.split])
    if (result.chart.between) names(['result', 'chart', 'between'], result.chart.between)
  }
  names(['result', 'drills'], Object.keys(result.drills ?? {}))
  for (const [name, drill] of Object.entries(result.drills ?? {}))
    lintDrill(screen, drill, ['result', 'drills', name], names, screens, report)
  if (result.drill) lintDrill(screen, result.drill, ['result', 'drill'], names, screens, report)
}

function lintDrill(
  { fields, result }: Screen,
  drill: Drill,
  at: readonly string[],
  names: Names,
  screens: Screens,
  report: Report,
): void {
  const target = screens.get(drill.screen)
  if (!target) {
    reportUnknown(report, [...at, 'screen'], 'screen', drill.screen, [...screens.keys()])
    return
  }
  names([...at, 'absent'], drill.absent)
  const sources = [...fields, ...result!.parameters].map((field) => field.name)
  for (const [to, from] of Object.entries(drill.filters)) {
    const [filtered = ''] = to.split('.')
    reportUnknown(
      report,
      [...at, 'filters', to],
      `field of ${target.name}`,
      filtered,
      // A result is asked by its criteria.
      (target.result?.parameters ?? target.fields).map((field) => field.name),
    )
    for (const name of from) reportUnknown(report, [...at, 'filters', to], 'field or parameter', name, sources)
  }
  names([...at, 'needs'], drill.needs ?? [])
  lintFixed(
    drill,
    target,
    (filter) => (result!.summary ? ['result', 'summary', 'where'] : [...at, 'fixed', filter]),
    report,
  )
}

/** Filters that hold whatever the row are such that the list or the criteria there understand. */
function lintFixed(
  { fixed = {} }: Drill,
  target: Screen,
  at: (filter: string) => readonly string[],
  report: Report,
): void {
  const fields = target.result?.parameters ?? target.fields
  for (const [filter, value] of Object.entries(fixed)) {
    const read = parseFilter(filter, value, fields)
    if (read && !('message' in read)) continue
    report(
      at(filter),
      `A row cannot lead to the ${target.plural} behind it: ${read?.message ?? `${filter} has no value`}`,
      'write what a filter of that list can say',
    )
  }
}
