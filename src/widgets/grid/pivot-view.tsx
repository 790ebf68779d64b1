import type { Aggregate, Field } from '#src/definition'
import { useId, useMemo, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { DownloadIcon } from '#src/ui/icons.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { Select } from '#src/ui/select.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { markOf } from '#src/widgets/csv-marks.ts'
import { cellText } from '#src/widgets/cell-text.ts'
import { renderCell } from '#src/widgets/cells.ts'
import { tableClass } from '#src/widgets/table/table-style.ts'
import type { Row } from './aggregate.ts'
import { isNumeric } from './grid-columns.ts'
import type { PivotNames } from './grid-address.ts'
import { pivotLines, savePivot, type PivotFormat } from './pivot-file.ts'
import { handyField, pivotRows, type PivotSpec } from './pivot.ts'

interface PivotViewProps {
  /** What the file of the pivot is called. */
  readonly label: string
  /** Rows are still coming in. */
  readonly reading: boolean
  readonly rows: readonly Row[]
  readonly indexes: Int32Array
  readonly fields: readonly Field[]
  readonly totals: Readonly<Record<string, Aggregate>>
  readonly locale: string
  /** What the user has chosen to cross; null: nothing yet. */
  readonly crossed: PivotNames | null
  readonly onCross: (crossed: PivotNames) => void
}

const noLabels = {}

/** What a sheet holds. */
const mostInFile = { columns: 16_000, rows: 1_000_000 }

const aggregates: readonly (readonly [Aggregate, string])[] = [
  ['sum', 'Sum of'],
  ['avg', 'Mean of'],
  ['min', 'Least'],
  ['max', 'Greatest'],
  ['count', 'Number of'],
]

function startingNames(
  rows: readonly Row[],
  indexes: Int32Array,
  sides: readonly Field[],
  measures: readonly Field[],
  totals: PivotViewProps['totals'],
): PivotNames {
  const column = sides.find((field) => field.type === 'choice') ?? handyField(rows, indexes, sides)
  const others = sides.filter((field) => field !== column)
  const totalled = measures.filter((field) => totals[field.name])
  const measure = totalled.find((field) => field.type === 'money') ?? totalled[0] ?? measures[0]
  return {
    row: handyField(rows, indexes, others)?.name ?? '',
    column: column?.name ?? '',
    measure: measure?.name ?? '',
    how: 'sum',
  }
}

function specOf(names: PivotNames, fields: readonly Field[]): PivotSpec | null {
  const find = (name: string, isAmount: boolean) =>
    fields.find((field) => field.name === name && isNumeric(field) === isAmount)
  const [row, column, measure] = [find(names.row, false), find(names.column, false), find(names.measure, true)]
  return row && column && measure ? { row, column, measure, how: names.how } : null
}

/** A cross table of two columns: choose what runs down, what runs across and what is added up where they meet. */
export function PivotView({ label, reading, rows, indexes, fields, totals, locale, crossed, onCross }: PivotViewProps) {
  const id = useId()
  const sides = fields.filter((field) => !isNumeric(field))
  const measures = fields.filter(isNumeric)
  const [starting] = useState(() => startingNames(rows, indexes, sides, measures, totals))
  const spec = useMemo(
    () => (crossed && specOf(crossed, fields)) ?? specOf(starting, fields),
    [crossed, starting, fields],
  )
  const pivot = useMemo(() => (spec ? pivotRows(rows, indexes, spec) : null), [rows, indexes, spec])
  if (!spec || !pivot) return <EmptyState title="A pivot needs two columns to cross and a number to add up" />
  const names: PivotNames = {
    row: spec.row.name,
    column: spec.column.name,
    measure: spec.measure.name,
    how: spec.how,
  }
  const save = (format: PivotFormat): void => {
    // The file holds what is too much to be looked at as well.
    const lines = pivotLines(pivotRows(rows, indexes, spec, mostInFile), spec, locale)
    savePivot(lines, spec, format, `${label} pivot`, markOf(locale)).catch((error: unknown) =>
      notify.error('The pivot was not saved', { description: errorMessage(error) }),
    )
  }
  const pick = (title: string, key: 'row' | 'column' | 'measure', options: readonly Field[]) => (
    <label className="flex items-center gap-2 text-sm text-ink-2" htmlFor={`${id}-${key}`}>
      {title}
      <span className="w-44">
        <Select
          id={`${id}-${key}`}
          value={names[key]}
          onChange={(event) => onCross({ ...names, [key]: event.target.value })}
          options={options.map((field) => ({ value: field.name, label: field.label }))}
        />
      </span>
    </label>
  )
  const amount = (value: string | number | null) =>
    names.how === 'count' ? value : renderCell(value, spec.measure, { locale, labels: noLabels })
  const title = (value: unknown, field: Field): string => cellText(value, field, locale) || '(empty)'
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line px-3 py-2">
        {pick('Down', 'row', sides)}
        {pick('Across', 'column', sides)}
        <span className="w-32">
          <Select
            aria-label="How amounts are added up"
            value={names.how}
            onChange={(event) => onCross({ ...names, how: event.target.value as Aggregate })}
            options={aggregates.map(([value, label]) => ({ value, label }))}
          />
        </span>
        {pick('Amount', 'measure', measures)}
        <Menu
          align="end"
          label="Save the pivot"
          items={[
            { label: 'Excel (XLSX)', onSelect: () => save('xlsx') },
            { label: 'CSV', onSelect: () => save('csv') },
          ]}
          trigger={(trigger) => (
            <Button {...trigger} size="sm" icon={DownloadIcon} disabled={reading}>
              Save
            </Button>
          )}
        />
        {pivot.cut + pivot.cutRows > 0 && (
          <p className="text-sm text-warn">
            {[pivot.cut > 0 && `${pivot.cut} more columns`, pivot.cutRows > 0 && `${pivot.cutRows} more rows`]
              .filter(Boolean)
              .join(' and ')}{' '}
            are in the totals and the file, but not shown
          </p>
        )}
      </div>
      <div role="region" aria-label="Pivot" tabIndex={0} className="min-h-0 flex-1 overflow-auto -outline-offset-2">
        <table className={tableClass.replace('w-full table-fixed', 'min-w-full')}>
          <thead>
            <tr>
              <th scope="col">{spec.row.label}</th>
              {pivot.columns.map((value) => (
                <th key={String(value)} scope="col" className="text-end">
                  {title(value, spec.column)}
                </th>
              ))}
              <th scope="col" className="text-end">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {pivot.rows.map((row) => (
              <tr key={String(row.value)}>
                <th scope="row" className="!border-line !bg-transparent !font-normal !text-base !text-ink-1">
                  {title(row.value, spec.row)}
                </th>
                {row.cells.map((value, at) => (
                  <td key={String(pivot.columns[at])} className="text-end">
                    {amount(value)}
                  </td>
                ))}
                <td className="text-end font-semibold">{amount(row.total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              {pivot.totals.map((value, at) => (
                <td key={String(pivot.columns[at])} className="text-end">
                  {amount(value)}
                </td>
              ))}
              <td className="text-end">{amount(pivot.total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}
