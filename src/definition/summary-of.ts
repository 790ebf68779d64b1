import { currencyColumns } from './currencies.ts'
import type { ScreenDefinition } from './define.ts'
import type { Field, FieldSpec } from './field.ts'
import type { Screen } from './screen.ts'

const figures: ReadonlySet<string> = new Set(['money', 'decimal', 'integer'])
const asked: ReadonlySet<string> = new Set(['choice', 'reference', 'text'])

const isDay = ({ type }: Field): boolean => type === 'date' || type === 'dateTime'

/** A result proposed for the records of a screen. */
export interface SummaryDraft {
  readonly definition: ScreenDefinition
  /** Its columns and why, line by line. */
  readonly explanation: readonly string[]
}

const optional = ({ type, label, choices, target }: Field): FieldSpec => ({
  type,
  label,
  ...(choices ? { choices } : {}),
  ...(type === 'reference' && target ? { target, integrity: 'soft' as const } : {}),
  ...(type === 'text' ? { max: 200 } : {}),
})

const figureOf = ({ type, label, precision, scale, currency }: Field, groups: readonly string[]): FieldSpec => ({
  type,
  label,
  ...(type === 'decimal' ? { precision, scale } : {}),
  ...(currency !== undefined && groups.includes(currency) ? { currency } : {}),
})

/** A result that adds up the records of a screen: by month and by what its list shows first, with its totals and its filters. */
export function summaryOf(
  { name, label, area }: { readonly name: string; readonly label: readonly [string, string]; readonly area: string },
  source: Screen,
): SummaryDraft {
  const listed = (source.list?.columns ?? []).flatMap((column) =>
    source.fields.filter((field) => field.name === column),
  )
  const seen = [...listed, ...source.fields.filter((field) => !listed.includes(field))].filter((field) => !field.hidden)
  // A day that is neither shown nor kept in an index is no day that records happen on.
  const day = listed.find(isDay) ?? seen.find((field) => isDay(field) && (field.required === true || field.index))
  const key = source.table?.key ?? []
  const about =
    listed.find(({ type }) => type === 'reference') ??
    listed.find((field) => field.type === 'choice') ??
    seen.find(({ type }) => type === 'reference') ??
    seen.find((field) => field.type === 'choice') ??
    seen.find((field) => field.type === 'text' && !key.includes(field.name))
  const totals = Object.entries(source.list?.totals ?? {}).flatMap(([column, how]) => (how === 'sum' ? [column] : []))
  const added = seen.filter((field) => figures.has(field.type))
  const summed = (totals.length > 0 ? added.filter((field) => totals.includes(field.name)) : added).slice(0, 4)
  const filters = (source.list?.filters ?? [])
    .flatMap((filter) => seen.filter((field) => field.name === filter && asked.has(field.type)))
    .slice(0, 4)
  const count = summed.some((field) => field.name === 'records') ? 'number_of_records' : 'records'
  const from = day ? `${day.name}_from` : ''
  const to = day ? `${day.name}_to` : ''
  const withTitle = about?.type === 'reference'
  // Amounts of several currencies are not added up.
  const currencies = currencyColumns(
    source.fields,
    summed.map((field) => field.name),
  )
  const beside = source.fields.filter((field) => currencies.includes(field.name) && field !== about)
  const fields: [string, FieldSpec][] = [
    ...(day ? [['month', { type: 'date', monthly: true, label: 'Month' }] satisfies [string, FieldSpec]] : []),
    ...(about ? [[about.name, optional(about)] satisfies [string, FieldSpec]] : []),
    ...(about && withTitle
      ? [[`${about.name}_title`, { type: 'text', label: 'Name', width: 220 }] satisfies [string, FieldSpec]]
      : []),
    ...summed.map((field): [string, FieldSpec] => [field.name, figureOf(field, currencies)]),
    ...beside.map((field): [string, FieldSpec] => [field.name, optional(field)]),
    [count, { type: 'integer', label: source.plural }],
  ]
  const x = about ? (withTitle ? `${about.name}_title` : about.name) : 'month'
  const y = summed[0]?.name ?? count
  const definition: ScreenDefinition = {
    name,
    label,
    area,
    endpoint: `${name}-report`,
    fields: Object.fromEntries(fields),
    result: {
      criteria: `/${name}`,
      path: `/${name}/results`,
      grid: `/${name}/results-sf`,
      summary: {
        of: source.name,
        groups: {
          ...(day ? { month: `${day.name}.month` } : {}),
          ...(about ? { [about.name]: about.name } : {}),
          ...(about && withTitle ? { [`${about.name}_title`]: `${about.name}.title` } : {}),
          ...Object.fromEntries(beside.map((field) => [field.name, field.name])),
        },
        figures: { ...Object.fromEntries(summed.map((field) => [field.name, `${field.name}.sum`])), [count]: 'count' },
        ...(day ? { filters: { [from]: `${day.name}.gte`, [to]: `${day.name}.lte` } } : {}),
      },
      parameters: {
        ...(day
          ? {
              [from]: { type: 'date', required: true, default: '@yearStart', label: `${day.label} from` },
              [to]: { type: 'date', after: from, label: `${day.label} to` },
            }
          : {}),
        ...Object.fromEntries(filters.map((field) => [field.name, optional(field)])),
      },
      sort: day ? ['month', `-${y}`] : [`-${y}`],
      chart:
        day && about ? { type: 'stacked', x: 'month', y: [y], split: x } : { type: day ? 'line' : 'bar', x, y: [y] },
    },
    access: { read: source.access.read },
  }
  return {
    definition,
    explanation: [
      ...(day ? [`by month of ${day.name}, the first day in its list`] : []),
      ...(about ? [`by ${about.name}, the first ${about.type} in its list`] : []),
      ...beside.map((field) => `by ${field.name}, in which amounts are`),
      `${[...summed.map((field) => field.name), count].join(', ')}: what its list adds up, and how many`,
      `asks for ${[...(day ? [from, to] : []), ...filters.map((field) => field.name)].join(', ') || 'nothing'}`,
    ],
  }
}
