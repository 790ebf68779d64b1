import { useQuery } from '@tanstack/react-query'
import type { ScreenDefinition } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { ConditionEditor } from './condition-editor.tsx'
import { NamePicker } from './name-picker.tsx'
import { ResultColumns } from './result-columns.tsx'
import {
  addCriterion,
  askedBy,
  changeCriterion,
  comparisons,
  type Fields,
  offeredFor,
  removeCriterion,
  setComparison,
  setWhere,
  wordsOf,
} from './result-edit.ts'
import { portraitQuery } from './studio-api.ts'

interface ResultEditorProps {
  readonly definition: ScreenDefinition
  readonly onEdit: (definition: ScreenDefinition) => void
}

type Chart = NonNullable<NonNullable<ScreenDefinition['result']>['chart']>

const charts: readonly { readonly value: Chart['type']; readonly label: string }[] = [
  { value: 'line', label: 'Line' },
  { value: 'bar', label: 'Bars' },
  { value: 'stacked', label: 'Stacked bars' },
  { value: 'waterfall', label: 'Waterfall' },
  { value: 'scatter', label: 'Scatter' },
]

/** What a result adds up, by what, what it asks for and how it is drawn. */
export function ResultEditor({ definition, onEdit }: ResultEditorProps) {
  const summary = definition.result!.summary
  const source = useQuery({ ...portraitQuery(summary?.of ?? ''), enabled: summary !== undefined })
  if (!summary)
    return <p className="text-ink-2">What this result adds up is not said yet. It can be written as JSON.</p>
  if (source.isError)
    return (
      <ErrorState
        title="The records it adds up could not be loaded"
        actions={<Button onClick={() => void source.refetch()}>Try again</Button>}
      >
        {errorMessage(source.error)}
      </ErrorState>
    )
  if (source.isPending)
    return (
      <div role="status" aria-label="Loading the fields of the records">
        <SkeletonLines lines={8} />
      </div>
    )
  const { fields: own, label } = source.data.definition
  const fields = { ...own, ...source.data.attributes }
  const shared = { definition, source: fields, plural: label[1], onEdit }
  return (
    <div className="flex flex-col gap-4">
      <ResultColumns
        kind="groups"
        title="Grouped by"
        help={`One row for each combination, out of ${label[1].toLowerCase()}.`}
        {...shared}
      />
      <ResultColumns
        kind="figures"
        title="Figures"
        help="What is worked out of the records of each group."
        {...shared}
      />
      <Criteria definition={definition} source={fields} onEdit={onEdit} />
      <section aria-label="Which records count" className="rounded-lg border border-line bg-panel p-4">
        <h2 className="mb-2 text-md font-semibold">Which records count</h2>
        <ConditionEditor
          label="Records that count"
          condition={summary.where}
          fields={fields}
          onChange={(where) => onEdit(setWhere(definition, where))}
        />
      </section>
      <Drawing definition={definition} onEdit={onEdit} />
    </div>
  )
}

function Criteria({ definition, source, onEdit }: ResultEditorProps & { readonly source: Fields }) {
  const result = definition.result!
  const entries = Object.entries(result.parameters)
  return (
    <section aria-label="What it asks for" className="rounded-lg border border-line bg-panel p-4">
      <h2 className="mb-3 text-md font-semibold">What it asks for</h2>
      {entries.length === 0 ? <p className="text-ink-2">Nothing: it is worked out over every record.</p> : null}
      <ol className="flex flex-col gap-2">
        {entries.map(([name, spec]) => {
          const [field, comparison] = askedBy(result, name)
          const label = wordsOf(result.parameters, name)
          const offered = source[field] ? comparisons(source[field]) : []
          return (
            <li key={name} className="flex flex-wrap items-center gap-2">
              <span className="w-52 min-w-0 grow sm:grow-0">
                <Input
                  aria-label={`Label of criterion ${label}`}
                  value={spec.label ?? label}
                  onChange={(event) => onEdit(changeCriterion(definition, name, { label: event.target.value }))}
                />
              </span>
              <span className="min-w-24 text-ink-2">{wordsOf(source, field)}</span>
              <span className="w-36">
                <Select
                  aria-label={`How ${label} compares`}
                  value={comparison}
                  options={
                    offered.some(({ value }) => value === comparison)
                      ? offered
                      : [...offered, { value: comparison, label: comparison }]
                  }
                  onChange={(event) => onEdit(setComparison(definition, name, event.target.value))}
                />
              </span>
              <Checkbox
                label="Required"
                checked={spec.required === true}
                onChange={(event) =>
                  onEdit(changeCriterion(definition, name, { required: event.target.checked || undefined }))
                }
              />
              <span className="ml-auto">
                <IconButton
                  size="sm"
                  icon={CloseIcon}
                  label={`Leave out ${label}`}
                  onClick={() => onEdit(removeCriterion(definition, name))}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <span className="mt-3 block w-64">
        <Select
          aria-label="Add to what it asks for"
          placeholder="Add…"
          value=""
          options={offeredFor('groups', source).map((name) => ({ value: name, label: wordsOf(source, name) }))}
          onChange={({ target: { value } }) => {
            if (value !== '') onEdit(addCriterion(definition, value, source))
          }}
        />
      </span>
    </section>
  )
}

/** In which order the rows come, and what is drawn of them. */
function Drawing({ definition, onEdit }: ResultEditorProps) {
  const result = definition.result!
  const { chart, summary } = result
  const fields = definition.fields
  const put = (change: Partial<typeof result>) =>
    onEdit({
      ...definition,
      result: Object.fromEntries(
        Object.entries({ ...result, ...change }).filter(([, value]) => value !== undefined),
      ) as unknown as typeof result,
    })
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: wordsOf(fields, name) }))
  const groups = Object.keys(summary?.groups ?? {})
  const figures = Object.keys(summary?.figures ?? {})
  const draw = (change: Readonly<Record<string, unknown>>) =>
    put({
      chart: Object.fromEntries(
        Object.entries({ ...chart, ...change }).filter(([, value]) => value !== undefined && value !== ''),
      ) as unknown as Chart,
    })
  const [x, y] = [groups[0], figures[0]]
  return (
    <section aria-label="Order and chart" className="rounded-lg border border-line bg-panel p-4">
      <h2 className="mb-3 text-md font-semibold">Order and chart</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <NamePicker label="Order" signed fields={fields} value={result.sort ?? []} onChange={(sort) => put({ sort })} />
        <div className="flex flex-col gap-3.5">
          <FieldFrame label="Chart">
            {(wiring) => (
              <Select
                {...wiring}
                placeholder="None"
                value={chart?.type ?? ''}
                disabled={x === undefined || y === undefined}
                options={charts}
                onChange={({ target: { value } }) =>
                  value === '' ? put({ chart: undefined } as never) : draw({ x, y: [y], ...chart, type: value })
                }
              />
            )}
          </FieldFrame>
          {chart ? (
            <>
              <FieldFrame label={chart.type === 'scatter' ? 'Across' : 'Along'}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={chart.x}
                    options={named(chart.type === 'scatter' ? [...figures, ...groups] : groups)}
                    onChange={(event) => draw({ x: event.target.value })}
                  />
                )}
              </FieldFrame>
              <FieldFrame label="Shows">
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={chart.y[0] ?? ''}
                    options={named(figures)}
                    onChange={(event) => draw({ y: [event.target.value] })}
                  />
                )}
              </FieldFrame>
              <FieldFrame label="One series for each">
                {(wiring) => (
                  <Select
                    {...wiring}
                    placeholder="Only one series"
                    value={chart.split ?? ''}
                    options={named(groups.filter((name) => name !== chart.x))}
                    onChange={(event) => draw({ split: event.target.value || undefined })}
                  />
                )}
              </FieldFrame>
            </>
          ) : null}
        </div>
      </div>
    </section>
  )
}
