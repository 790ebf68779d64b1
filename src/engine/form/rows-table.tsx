import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldDisplays, isAbsent, type Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { stayingHead, tellingColumns, useFrozenColumns } from '#src/widgets/rows/frozen-columns.ts'
import { pinnedClass } from '#src/widgets/table/table-style.ts'
import { MoreAside } from '#src/widgets/table/more-aside.tsx'
import { FileLine } from '#src/widgets/files/file-line.tsx'
import { isStoredFile } from '#src/widgets/files/stored-file.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { OfferedValue } from '#src/widgets/offered-value.tsx'
import { asRows } from '#src/widgets/rows/row-list.ts'
import type { Values } from './changes.ts'
import { Nothing } from './nothing.tsx'

const first = 20
// As many columns as are read at a glance, empty or not.
const fewColumns = 6
// More than fit side by side; a few rows of them are easier to read as lists of their fields.
const manyColumns = 8
const fewRows = 4

interface RowCellProps {
  readonly row: Values
  readonly column: Field
  readonly context: CellContext
  /** The record whose row it is. */
  readonly record: Values
}

function RowCell({ row, column, context, record }: RowCellProps) {
  const value = row[column.name]
  if (column.offers && !isAbsent(value) && value !== '')
    return <OfferedValue field={column} value={value} record={{ ...record, ...row }} />
  return isStoredFile(value) ? <FileLine file={value} plain /> : renderCell(value, column, context)
}

interface RowsTableProps {
  readonly field: Field
  readonly value: unknown
  readonly locale: string
  /** Titles of what the record and its rows refer to: a field of the rows stands under 'rows.field'. */
  readonly labels?: Labels
  readonly record?: Values
  readonly referenceHref?: CellContext['referenceHref']
}

const noLabels: Labels = {}
const noRecord: Values = {}

/** Columns in which some row has something; of few columns all, and all where no row has anything. */
function columnsWithValues(fields: readonly Field[], rows: readonly Values[]) {
  if (fields.length <= fewColumns) return fields
  const filled = fields.filter(({ name }) => rows.some((row) => !isAbsent(row[name])))
  return filled.length > 0 ? filled : fields
}

/** Nested rows as they are read; a long list and fields without a value open on demand. */
export function RowsTable({
  field,
  value,
  locale,
  labels = noLabels,
  record = noRecord,
  referenceHref,
}: RowsTableProps) {
  const [all, setAll] = useState(false)
  const [allColumns, setAllColumns] = useState(false)
  const rows = asRows(value)
  useEffect(() => {
    // On paper there is no button to see the rest.
    const show = () => flushSync(() => setAll(true))
    window.addEventListener('beforeprint', show)
    return () => window.removeEventListener('beforeprint', show)
  }, [])
  const every = field.fields ?? []
  const filled = columnsWithValues(every, rows)
  const fields = allColumns ? every : filled
  const without = every.length - filled.length
  const nested = Object.fromEntries(every.map(({ name }) => [name, labels[`${field.name}.${name}`] ?? {}]))
  const context: CellContext = { locale, labels: nested, referenceHref }
  const shown = all ? rows : rows.slice(0, first)
  return (
    <>
      {fields.length > manyColumns && rows.length <= fewRows ? (
        <RowCards label={field.label} fields={fields} rows={rows} context={context} record={record} />
      ) : (
        <RowsGrid
          label={field.label}
          fields={fields}
          tellingBy={field.key}
          rows={shown}
          context={context}
          record={record}
        />
      )}
      {rows.length > first && !all ? (
        <Button variant="ghost" size="sm" className="mt-1 print:hidden" onClick={() => setAll(true)}>
          Show all {rows.length} rows
        </Button>
      ) : null}
      {without > 0 ? (
        <Button variant="ghost" size="sm" className="mt-1 print:hidden" onClick={() => setAllColumns(!allColumns)}>
          {allColumns ? 'Hide' : 'Show'} {without} empty {without === 1 ? 'field' : 'fields'}
        </Button>
      ) : null}
    </>
  )
}

interface RowsProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly rows: readonly Values[]
  readonly context: CellContext
  readonly record: Values
}

const cellClass = 'px-2.5 py-1.5 align-top'

const alignOf = ({ type }: Field): string | false =>
  fieldDisplays[type].align === 'end' && 'text-right tabular-nums [&>div]:ml-auto'

function RowsGrid({
  label,
  fields,
  tellingBy,
  rows,
  context,
  record,
}: RowsProps & { readonly tellingBy: Field['key'] }) {
  const box = useRef<HTMLDivElement>(null)
  const frozen = useFrozenColumns(box, tellingColumns(fields, tellingBy))
  const isWide = fields.length > fewColumns
  return (
    <div className={cx('relative max-w-full', !isWide && 'w-fit')}>
      <div
        ref={box}
        className="max-h-[min(40rem,80vh)] overflow-auto rounded border border-line print:max-h-none print:overflow-visible"
        role="region"
        aria-label={label}
        tabIndex={0}
      >
        <table
          className={cx(
            'border-collapse text-left',
            isWide ? 'w-full' : 'min-w-[min(100%,32rem)]',
            pinnedClass(frozen.count),
          )}
          style={frozen.starts}
        >
          <thead className={cx(stayingHead, 'text-sm text-ink-2')}>
            <tr>
              {fields.map((column) => (
                <th key={column.name} scope="col" className={cx(cellClass, 'font-semibold', alignOf(column))}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} className="break-inside-avoid border-b border-line bg-panel last:border-0">
                {fields.map((column) => (
                  <td key={column.name} className={cx(cellClass, alignOf(column))}>
                    <div className={cx('w-max print:w-auto print:max-w-none', isWide ? 'max-w-36' : 'max-w-80')}>
                      <RowCell row={row} column={column} context={context} record={record} />
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreAside box={box} />
    </div>
  )
}

/** A few rows of many fields, one below the other: as a table they would be read by scrolling sideways. */
function RowCards({ label, fields, rows, context, record }: RowsProps) {
  return (
    <ol aria-label={label} className="divide-y divide-line rounded border border-line">
      {rows.map((row, index) => (
        <li key={index} className="break-inside-avoid px-3 py-2.5">
          <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2 xl:grid-cols-3">
            {fields.map((column) => (
              <div key={column.name} className="grid min-w-0 grid-cols-[minmax(6rem,8.5rem)_minmax(0,1fr)] gap-3">
                <dt className="text-pretty break-words text-ink-2">{column.label}</dt>
                <dd className="min-w-0 break-words text-ink-1">
                  {isAbsent(row[column.name]) ? (
                    <Nothing />
                  ) : (
                    <RowCell row={row} column={column} context={context} record={record} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}
