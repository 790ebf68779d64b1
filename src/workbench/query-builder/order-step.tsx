import { numberTypes, type Field } from '#src/definition'
import type { Query } from '#src/definition/query/query.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import type { EditProps } from './column-list.tsx'
import { columnLabel } from './query-words.ts'
import { StepSection } from './step-section.tsx'

/** In which order the rows come, and how many of them. */
export function OrderStep({ query, book, onChange }: EditProps) {
  const { sort, columns } = query
  if (columns.length === 0) return null
  const options = columns.map((column) => ({ value: column.id, label: columnLabel(column, book) }))
  const put = (at: number, change: Partial<Query['sort'][number]> | null) =>
    onChange({
      ...query,
      sort: sort.flatMap((one, index) => (index !== at ? one : change === null ? [] : { ...one, ...change })),
    })
  const free = options.find(({ value }) => !sort.some(({ column }) => column === value))
  return (
    <StepSection title="Order and number of rows">
      {sort.map(({ column, descending }, at) => (
        <div key={column} className="flex items-center gap-2">
          <Select
            aria-label={`Sort by, ${at + 1}`}
            value={column}
            options={options.filter(({ value }) => value === column || !sort.some((one) => one.column === value))}
            onChange={(event) => put(at, { column: event.target.value })}
          />
          <Select
            aria-label={`Direction, ${at + 1}`}
            className="max-w-44"
            value={descending ? 'desc' : 'asc'}
            options={[
              { value: 'asc', label: 'Smallest first' },
              { value: 'desc', label: 'Largest first' },
            ]}
            onChange={(event) => put(at, { descending: event.target.value === 'desc' })}
          />
          <IconButton
            size="sm"
            icon={CloseIcon}
            label={`Do not sort by this, ${at + 1}`}
            onClick={() => put(at, null)}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-end gap-4">
        <Button
          size="sm"
          icon={PlusIcon}
          disabled={!free}
          onClick={() => free && onChange({ ...query, sort: [...sort, { column: free.value, descending: false }] })}
        >
          Sort by a column
        </Button>
        <FieldFrame label="Only the first rows" className="w-40">
          {(wiring) => (
            <Input
              {...wiring}
              key={query.limit}
              inputMode="numeric"
              placeholder="All"
              numeric
              defaultValue={query.limit ?? ''}
              onBlur={(event) => {
                const limit = Number(event.target.value.replaceAll(/\D/g, ''))
                onChange({ ...query, limit: limit > 0 ? Math.min(limit, 1_000_000) : null })
              }}
            />
          )}
        </FieldFrame>
      </div>
    </StepSection>
  )
}

/** A chart above the rows. `fields` are the columns as the server told them. */
export function ChartStep({ query, book, onChange, fields }: EditProps & { readonly fields: readonly Field[] }) {
  const { chart, columns } = query
  const isNumber = (id: string): boolean => numberTypes.has(fields.find(({ name }) => name === id)?.type ?? '')
  const figures = columns.filter(({ id }) => isNumber(id))
  const others = columns.filter(({ id }) => !isNumber(id))
  if (figures.length === 0 || others.length === 0) return null
  const called = (id: string): string => {
    const column = columns.find((one) => one.id === id)
    return column ? columnLabel(column, book) : id
  }
  return (
    <StepSection title="Chart">
      <div className="grid grid-cols-2 gap-2">
        <Select
          aria-label="Kind of chart"
          value={chart?.type ?? ''}
          placeholder="No chart"
          options={[
            { value: 'bar', label: 'Bars' },
            { value: 'stacked', label: 'Stacked bars' },
            { value: 'line', label: 'Lines' },
          ]}
          onChange={(event) =>
            onChange({
              ...query,
              chart:
                event.target.value === ''
                  ? null
                  : { x: others[0]!.id, y: [figures[0]!.id], ...chart, type: event.target.value as 'bar' },
            })
          }
        />
        {chart ? (
          <Select
            aria-label="Along the bottom"
            value={chart.x}
            options={others.map(({ id }) => ({ value: id, label: called(id) }))}
            onChange={(event) => onChange({ ...query, chart: { ...chart, x: event.target.value } })}
          />
        ) : null}
      </div>
      {chart ? (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="mb-1 text-sm font-medium text-ink-2">Figures</legend>
          {figures.map(({ id }) => (
            <Checkbox
              key={id}
              label={called(id)}
              checked={chart.y.includes(id)}
              disabled={chart.y.length === 1 && chart.y.includes(id)}
              onChange={(event) =>
                onChange({
                  ...query,
                  chart: { ...chart, y: event.target.checked ? [...chart.y, id] : chart.y.filter((one) => one !== id) },
                })
              }
            />
          ))}
        </fieldset>
      ) : null}
    </StepSection>
  )
}
