import { currencyColumns } from '../currencies.ts'
import { numberTypes, type Field } from '../field.ts'
import { fieldDisplays } from '../field-types/display-registry.ts'
import type { Screen } from '../screen.ts'
import { figureKinds, fiscalSteps, isFiscalSpan, isSpan, partsOf, spans, type SummaryView } from '../summary.ts'
import { type Report, reportUnknown, type Screens } from './finding.ts'
import { lintCondition } from './lint-condition.ts'

const days: ReadonlySet<string> = new Set(['date', 'dateTime'])
const ordered: ReadonlySet<string> = new Set([...numberTypes, ...days, 'text', 'choice', 'reference'])
const plain: ReadonlySet<string> = new Set([...ordered, 'flag'])

/** A result has a report or a summary; a summary names a screen with records, its fields, and every column of its own. */
export function lintSummary({ result, fields }: Screen, screens: Screens, report: Report): void {
  if (!result) return
  const { summary } = result
  if ((summary === undefined) === (result.report === undefined)) {
    report(['result'], 'A result has a report or a summary, not both or neither', 'write result.summary')
    return
  }
  if (!summary) return
  const source = screens.get(summary.of)
  if (!source?.table) {
    const known = [...screens.values()].flatMap((screen) => (screen.table ? [screen.name] : []))
    reportUnknown(report, ['result', 'summary', 'of'], 'screen with records', summary.of, known)
    return
  }
  lintColumns(summary, source, fields, report)
  lintPeriods(summary, source, report)
  for (const [parameter, filter] of Object.entries(summary.filters)) {
    const [name, operator] = partsOf(filter)
    const at = ['result', 'summary', 'filters', parameter]
    const field = fieldOf(source, name, at, report)
    if (!result.parameters.some((known) => known.name === parameter))
      reportUnknown(
        report,
        at,
        'parameter',
        parameter,
        result.parameters.map((known) => known.name),
      )
    const operators = field ? fieldDisplays[field.type].operators : []
    if (field && operator !== null && !operators.some((known) => known === operator))
      report(at, `${name} cannot be filtered by ${operator}`, `write one of ${operators.join(', ')}`)
  }
  if (summary.where) lintCondition(summary.where, source.fields, ['result', 'summary', 'where'], report)
}

/** Groups whose columns hold a name. */
const named: ReadonlySet<string> = new Set(['title', ...Object.keys(fiscalSteps)])

/** Periods are those of an application's fiscal calendar, which a field has to name. */
function lintPeriods({ groups, application }: SummaryView, source: Screen, report: Report): void {
  if (application !== undefined) fieldOf(source, application, ['result', 'summary', 'application'], report)
  else if (Object.values(groups).some((from) => isFiscalSpan(partsOf(from)[1])))
    report(
      ['result', 'summary', 'groups'],
      'Periods are those of the fiscal calendar that an application follows',
      'write result.summary.application, the field that names it',
    )
}

function lintColumns({ groups, figures }: SummaryView, source: Screen, own: readonly Field[], report: Report): void {
  const known = own.map((field) => field.name)
  if (Object.keys(groups).length === 0)
    report(['result', 'summary', 'groups'], 'A summary is grouped by something', `write a field of ${source.name}`)
  for (const [name, from] of Object.entries(groups)) {
    const at = ['result', 'summary', 'groups', name]
    reportUnknown(report, at, 'field', name, known)
    const [field, word] = partsOf(from)
    const grouped = fieldOf(source, field, at, report)
    if (!grouped) continue
    if (word === 'title' ? grouped.type !== 'reference' : word !== null && !(isSpan(word) && days.has(grouped.type)))
      report(
        at,
        `${field} has no ${word}`,
        days.has(grouped.type) ? `write one of ${spans.join(', ')}` : `write ${field}`,
      )
    else if (!plain.has(grouped.type)) report(at, `Records cannot be grouped by ${field}`)
    else lintHolds(own, name, word === null ? grouped.type : named.has(word) ? 'text' : 'date', report)
  }
  for (const [name, from] of Object.entries(figures)) {
    const at = ['result', 'summary', 'figures', name]
    reportUnknown(report, at, 'field', name, known)
    if (from === 'count') {
      lintHolds(own, name, 'integer', report)
      continue
    }
    const [field, word] = partsOf(from)
    const figure = fieldOf(source, field, at, report)
    if (!figure) continue
    const kind = figureKinds.find((one) => one === word)
    if (!kind) report(at, `${from} does not say what to work out`, `write ${field}.sum`)
    else if (
      kind === 'distinct'
        ? !plain.has(figure.type)
        : !(kind === 'min' || kind === 'max' ? ordered : numberTypes).has(figure.type)
    )
      report(at, `There is no ${kind} of ${field}`)
    else lintHolds(own, name, kind === 'min' || kind === 'max' ? figure.type : 'decimal', report)
    // Several currencies have no total, and a row does not tell that it adds them up (decision 298).
    const [currency] = currencyColumns(source.fields, [field])
    if (kind && kind !== 'distinct' && currency !== undefined && !Object.values(groups).includes(currency))
      report(at, `${from} would mix the amounts of several currencies`, `group by ${currency} as well`)
  }
  const made = new Set([...Object.keys(groups), ...Object.keys(figures)])
  for (const field of own)
    if (!made.has(field.name) && !isWay(field.name, groups))
      report(['fields', field.name], `Nothing fills ${field.name}`, `name it in result.summary.groups or figures`)
}

/** Types whose values one column can hold as another's. */
const kin: readonly ReadonlySet<string>[] = [
  numberTypes,
  new Set(['date']),
  new Set(['dateTime']),
  new Set(['text', 'longText', 'choice', 'reference']),
  new Set(['flag']),
]

/** A column holds what is worked out for it. */
function lintHolds(own: readonly Field[], name: string, type: Field['type'], report: Report): void {
  const column = own.find((field) => field.name === name)
  if (!column || kin.some((types) => types.has(type) && types.has(column.type))) return
  report(['fields', name], `${name} is ${column.type} and cannot hold what is worked out for it`, `write ${type}`)
}

const isWay = (name: string, groups: SummaryView['groups']): boolean =>
  Object.keys(groups).some((group) =>
    [`${group}_absent`, `${group}_key`, `${group}_from`, `${group}_to`].includes(name),
  )

function fieldOf(source: Screen, name: string, at: readonly (string | number)[], report: Report): Field | undefined {
  const known = source.fields.map((field) => field.name)
  reportUnknown(report, at, `field of ${source.name}`, name, known)
  return source.fields.find((field) => field.name === name)
}
