import type { Field } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#src/ui/icons.tsx'
import { stayingHead } from './frozen-columns.ts'
import type { RowSort } from './use-rows.ts'

const widths: Partial<Record<Field['type'], number>> = {
  flag: 64,
  integer: 96,
  decimal: 120,
  money: 130,
  percent: 100,
  date: 150,
  dateTime: 190,
  reference: 200,
  file: 220,
}

const textWidth = 150
const edges = { number: 48, numberAndOpen: 80, actions: 128 }

// More do not stand side by side: such a row can be opened as a form.
const sideBySide = 6

/** Whether rows of these fields are offered as forms too. */
export const opensRows = (fields: readonly Field[], disabled: boolean | undefined): boolean =>
  !disabled && fields.length > sideBySide

const numberWidth = (fields: readonly Field[], disabled: boolean | undefined): number =>
  opensRows(fields, disabled) ? edges.numberAndOpen : edges.number

// Of few columns references take their share of the room as texts do: what they lead to has a name of its own.
const fewColumns = 4

const widthOf = (field: Field, fields: readonly Field[]): number | undefined =>
  field.width ?? (field.type === 'reference' && fields.length <= fewColumns ? undefined : widths[field.type])

/** The least a table of these columns takes; wider, those of no width of their own share what is left. */
export const leastWidth = (fields: readonly Field[], disabled: boolean | undefined): number =>
  fields.reduce(
    (sum, field) => sum + (field.width ?? widths[field.type] ?? textWidth),
    numberWidth(fields, disabled) + (disabled ? 0 : edges.actions),
  )

interface RowsHeadProps {
  readonly label: string
  readonly fields: readonly Field[]
  readonly sort: RowSort | null
  readonly disabled: boolean | undefined
  readonly count: number
  readonly chosen: number
  readonly onSort: (field: Field, descending: boolean) => void
  readonly onChooseAll: (all: boolean) => void
}

/** The headings of nested rows: each puts the rows in the order of its column. */
export function RowsHead({ label, fields, sort, disabled, count, chosen, onSort, onChooseAll }: RowsHeadProps) {
  return (
    <thead className={cx(stayingHead, 'text-sm text-ink-2')}>
      <tr>
        <th scope="col" className="px-2 py-2 text-right" style={{ width: numberWidth(fields, disabled) }}>
          {disabled || count === 0 ? (
            <span className="sr-only">Row</span>
          ) : (
            <Checkbox
              className="align-middle"
              aria-label={`Choose all rows of ${label}`}
              checked={chosen === count}
              indeterminate={chosen > 0 && chosen < count}
              onChange={(event) => onChooseAll(event.target.checked)}
            />
          )}
        </th>
        {fields.map((field) => {
          const sorted = sort?.name === field.name ? sort : null
          const name = (
            <>
              {field.label}
              {field.required ? (
                <span aria-hidden className="text-bad">
                  {' *'}
                </span>
              ) : null}
            </>
          )
          return (
            <th
              key={field.name}
              scope="col"
              className="px-1 py-1 font-semibold"
              style={{ width: widthOf(field, fields) }}
              title={field.help}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
            >
              {disabled || count < 2 || field.type === 'file' ? (
                <span className="px-1.5">{name}</span>
              ) : (
                <button
                  type="button"
                  className="inline-flex min-h-6 items-center gap-1 rounded-sm px-1.5 hover:bg-hover hover:text-ink-1"
                  title={`Put the rows in this order${sorted && !sorted.descending ? ', descending' : ''}`}
                  onClick={() => onSort(field, sorted !== null && !sorted.descending)}
                >
                  {name}
                  {sorted ? sorted.descending ? <ArrowDownIcon size={12} /> : <ArrowUpIcon size={12} /> : null}
                </button>
              )}
            </th>
          )
        })}
        {disabled ? null : (
          <th scope="col" className="px-2 py-2" style={{ width: edges.actions }}>
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
