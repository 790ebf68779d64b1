import { type FieldSpec, labelOf, type ScreenDefinition, numberTypes } from '#src/definition'
import { isFiscalSpan, isSpan, partsOf, spans } from '#src/definition/summary.ts'
import { freeName, moved } from './definition-edit.ts'

export type Fields = Readonly<Record<string, FieldSpec>>
type Result = NonNullable<ScreenDefinition['result']>
type Summary = NonNullable<Result['summary']>
export type ColumnKind = 'groups' | 'figures'
type Sources = Readonly<Record<string, string>>

const days: ReadonlySet<string> = new Set(['date', 'dateTime'])
const plain: ReadonlySet<string> = new Set([...numberTypes, ...days, 'text', 'choice', 'reference', 'flag'])

export const wordsOf = (fields: Fields, name: string): string => fields[name]?.label ?? labelOf(name)

/** What can be said of a field beside its name, in words; '' is the field itself. */
export function wordsFor(
  kind: ColumnKind,
  field: FieldSpec,
): readonly { readonly value: string; readonly label: string }[] {
  if (kind === 'groups')
    return [
      { value: '', label: 'Each value' },
      ...(days.has(field.type)
        ? spans.filter((span) => !isFiscalSpan(span)).map((span) => ({ value: span, label: `By ${span}` }))
        : []),
      ...(field.type === 'reference' ? [{ value: 'title', label: 'Its name' }] : []),
    ]
  return [
    ...(numberTypes.has(field.type)
      ? [
          { value: 'sum', label: 'Sum' },
          { value: 'avg', label: 'Average' },
        ]
      : []),
    ...(field.type === 'flag'
      ? []
      : [
          { value: 'min', label: days.has(field.type) ? 'First' : 'Least' },
          { value: 'max', label: days.has(field.type) ? 'Last' : 'Greatest' },
        ]),
    { value: 'distinct', label: 'How many different' },
  ]
}

/** Which fields of the records a column can come from. */
export const offeredFor = (kind: ColumnKind, fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => plain.has(field.type) && wordsFor(kind, field).length > 0)
    .map(([name]) => name)

/** What a column is that holds this of the records. */
export function columnOf(kind: ColumnKind, from: string, source: Fields, plural: string): FieldSpec {
  const [name, word] = partsOf(from)
  if (kind === 'figures' && from === 'count') return { type: 'integer', label: plural }
  const field = source[name] ?? { type: 'text' }
  const label = wordsOf(source, name)
  if (word === 'title') return { type: 'text', label: `${label} name`, width: 220 }
  if (word === 'month') return { type: 'date', monthly: true, label: labelOf(word) }
  if (isSpan(word)) return { type: 'date', label: word === 'day' ? label : labelOf(word) }
  if (word === 'distinct') return { type: 'integer', label: `Different ${label.toLowerCase()}` }
  const same: FieldSpec = {
    type: field.type,
    label:
      word === null || word === 'sum'
        ? label
        : `${wordsFor(kind, field).find(({ value }) => value === word)?.label ?? ''} ${label.toLowerCase()}`.trim(),
    ...(field.choices ? { choices: field.choices } : {}),
    ...(field.target ? { target: field.target, integrity: 'soft' as const } : {}),
    ...(field.type === 'money' && /^[A-Z]{3}$/.test(field.currency ?? '') ? { currency: field.currency } : {}),
    ...(field.type === 'decimal' ? { precision: 18, scale: field.scale ?? 2 } : {}),
  } as FieldSpec
  return word === 'avg' && field.type === 'integer'
    ? { type: 'decimal', precision: 18, scale: 2, label: same.label }
    : same
}

const withResult = (definition: ScreenDefinition, result: Result): ScreenDefinition => ({ ...definition, result })

const withSummary = (definition: ScreenDefinition, change: Partial<Summary>): ScreenDefinition => {
  const summary = Object.fromEntries(
    Object.entries({ ...definition.result!.summary!, ...change }).filter(([, value]) => value !== undefined),
  ) as unknown as Summary
  return withResult(definition, { ...definition.result!, summary })
}

/** Which of the records count at all; undefined: all of them. */
export const setWhere = (definition: ScreenDefinition, where: Summary['where']): ScreenDefinition =>
  withSummary(definition, { where } as Partial<Summary>)

/** Adds a column worked out of `from`. */
export function addColumn(
  definition: ScreenDefinition,
  kind: ColumnKind,
  from: string,
  source: Fields,
  plural: string,
): ScreenDefinition {
  const name = freeName(
    definition.fields,
    from === 'count' ? 'records' : from.replace(/\.(sum)$/, '').replace('.', '_'),
  )
  const { summary, columns } = definition.result!
  const added = withSummary(definition, { [kind]: { ...summary![kind], [name]: from } })
  return {
    ...added,
    fields: { ...definition.fields, [name]: columnOf(kind, from, source, plural) },
    ...(columns ? { result: { ...added.result!, columns: [...columns, name] } } : {}),
  }
}

/** Has a column come from something else; a label of its author's own stays. */
export function setSource(
  definition: ScreenDefinition,
  kind: ColumnKind,
  name: string,
  from: string,
  source: Fields,
  plural: string,
): ScreenDefinition {
  const sources = definition.result!.summary![kind] as Sources
  const before = columnOf(kind, sources[name] ?? '', source, plural)
  const after = columnOf(kind, from, source, plural)
  const { label } = definition.fields[name]!
  const isOwnLabel = label !== undefined && label !== before.label
  return {
    ...withSummary(definition, { [kind]: { ...sources, [name]: from } }),
    fields: { ...definition.fields, [name]: isOwnLabel ? { ...after, label } : after },
  }
}

export const setLabel = (definition: ScreenDefinition, name: string, label: string): ScreenDefinition => ({
  ...definition,
  fields: { ...definition.fields, [name]: { ...definition.fields[name]!, label } },
})

/** Puts a column at another place among those of its kind. */
export function moveColumn(definition: ScreenDefinition, kind: ColumnKind, name: string, to: number): ScreenDefinition {
  const { summary, columns } = definition.result!
  const ordered = Object.fromEntries(moved(Object.entries(summary![kind] as Sources), ([key]) => key === name, to))
  const result = withSummary(definition, { [kind]: ordered }).result!
  const order = [...Object.keys(result.summary!.groups), ...Object.keys(result.summary!.figures)]
  const place = (one: string): number => (order.includes(one) ? order.indexOf(one) : order.length)
  return {
    ...definition,
    fields: Object.fromEntries(Object.entries(definition.fields).toSorted(([a], [b]) => place(a) - place(b))),
    result: columns ? { ...result, columns: columns.toSorted((a, b) => place(a) - place(b)) } : result,
  }
}

const without = <V>(given: Readonly<Partial<Record<string, V>>> | undefined, gone: string) =>
  given && Object.fromEntries(Object.entries(given).filter(([name]) => name !== gone))

const defined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T

/** Takes a column away with everything that named it. */
export function removeColumn(definition: ScreenDefinition, gone: string): ScreenDefinition {
  const { result, access, fields } = definition
  const { summary, chart, totals, ratios, sort, columns, aside, group, key } = result!
  const left = <T extends string>(names: readonly T[] | undefined) =>
    names?.filter((name) => name.replace(/^-/, '') !== gone)
  const drawn = chart && chart.x !== gone && chart.y.some((name) => name !== gone) && !chart.between?.includes(gone)
  const { split, ...other } = chart ?? { split: undefined, y: [] }
  return {
    ...definition,
    fields: without(fields, gone) as Fields,
    result: defined({
      ...result!,
      summary: { ...summary!, groups: without(summary!.groups, gone)!, figures: without(summary!.figures, gone)! },
      totals: without(totals, gone),
      ratios:
        ratios &&
        Object.fromEntries(Object.entries(ratios).filter(([name, parts]) => name !== gone && !parts?.includes(gone))),
      sort: left(sort),
      columns: left(columns),
      aside: left(aside),
      group: left(group),
      key: left(key),
      chart: drawn
        ? ({ ...other, y: left(chart.y)!, ...(split && split !== gone ? { split } : {}) } as Result['chart'])
        : undefined,
    }) as Result,
    ...(access?.fields
      ? { access: { ...access, fields: without(access.fields, gone) as NonNullable<typeof access.fields> } }
      : {}),
  }
}

/** How a criterion may compare, by the type of the field it asks for. */
export const comparisons = (field: FieldSpec): readonly { readonly value: string; readonly label: string }[] =>
  numberTypes.has(field.type)
    ? [
        { value: 'gte', label: 'at least' },
        { value: 'lte', label: 'at most' },
        { value: 'eq', label: 'is' },
      ]
    : days.has(field.type)
      ? [
          { value: 'gte', label: 'from' },
          { value: 'lte', label: 'until' },
          { value: 'eq', label: 'on' },
        ]
      : field.type === 'text'
        ? [
            { value: 'eq', label: 'is' },
            { value: 'contains', label: 'contains' },
            { value: 'startsWith', label: 'begins with' },
          ]
        : [{ value: 'eq', label: 'is' }]

/** The field and comparison of a criterion. */
export function askedBy({ summary }: Result, parameter: string): readonly [field: string, comparison: string] {
  const [field, comparison] = partsOf(summary?.filters?.[parameter] ?? parameter)
  return [field, comparison ?? 'eq']
}

/** Adds a criterion for a field of the records: what begins a period first, then what ends it. */
export function addCriterion(definition: ScreenDefinition, field: string, source: Fields): ScreenDefinition {
  const { summary, parameters } = definition.result!
  const spec = source[field]!
  const taken = Object.keys(parameters).map((one) => askedBy(definition.result!, one).join(' '))
  const how = comparisons(spec).find(({ value }) => !taken.includes(`${field} ${value}`)) ?? comparisons(spec)[0]!
  const isPlain = how.value === 'eq'
  const name = freeName(parameters, isPlain ? field : `${field}_${how.label.replaceAll(' ', '_')}`)
  const label = wordsOf(source, field)
  const { type, choices, target } = spec
  const parameter = {
    type,
    label: isPlain ? label : `${label} ${how.label}`,
    ...(choices ? { choices } : {}),
    ...(target ? { target, integrity: 'soft' as const } : {}),
    ...(type === 'text' ? { max: 200 } : {}),
    ...(type === 'decimal' ? { precision: 18, scale: spec.scale ?? 2 } : {}),
  } as FieldSpec
  const asked = withSummary(definition, {
    filters: { ...summary!.filters, [name]: isPlain ? field : `${field}.${how.value}` },
  })
  return withResult(asked, { ...asked.result!, parameters: { ...parameters, [name]: parameter } })
}

/** Changes options of a criterion; undefined takes an option away. */
export function changeCriterion(
  definition: ScreenDefinition,
  name: string,
  change: Partial<Record<keyof FieldSpec, unknown>>,
): ScreenDefinition {
  const { parameters } = definition.result!
  return withResult(definition, {
    ...definition.result!,
    parameters: { ...parameters, [name]: defined({ ...parameters[name]!, ...change }) as FieldSpec },
  })
}

export function setComparison(definition: ScreenDefinition, name: string, comparison: string): ScreenDefinition {
  const [field] = askedBy(definition.result!, name)
  const filters = {
    ...definition.result!.summary!.filters,
    [name]: comparison === 'eq' ? field : `${field}.${comparison}`,
  }
  return withSummary(definition, { filters })
}

export function removeCriterion(definition: ScreenDefinition, gone: string): ScreenDefinition {
  const { parameters, summary } = definition.result!
  const kept = Object.entries(without(parameters, gone)!).map(([name, spec]) => {
    const { after, ...rest } = spec as FieldSpec
    return [name, after === undefined || after === gone ? rest : spec]
  })
  const asked = withSummary(definition, { filters: without(summary!.filters, gone)! as Sources })
  return withResult(asked, { ...asked.result!, parameters: Object.fromEntries(kept) as Fields })
}
