import { useState } from 'react'
import type { Query, QueryColumn } from '#src/definition/query/query.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import type { FieldBook } from './field-book.ts'
import { FieldPicker } from './field-picker.tsx'
import { FormulaEditor } from './formula-editor.tsx'
import { addColumn, changeColumn, moveTo, removeColumn } from './query-edit.ts'
import { addedUp, columnLabel, onceWords, showingChange, showingOf, showings } from './query-words.ts'
import { StepSection } from './step-section.tsx'

export interface EditProps {
  readonly query: Query
  readonly book: FieldBook
  readonly onChange: (query: Query) => void
}

/** The columns of the result, in their order: what each shows, and what it is called. */
export function ColumnList({ query, book, onChange }: EditProps) {
  const [isPicking, setPicking] = useState(false)
  const { columns } = query
  const figures = addedUp(columns, query, book)
  const move = (from: number, to: number) => {
    onChange({ ...query, columns: moveTo(columns, from, to) })
    announce(`${columnLabel(columns[from]!, book)} is column ${to + 1} of ${columns.length} now`)
  }
  const pick = (name: string, isWhole: boolean) => {
    const known = columns.find(({ field, aggregate, span }) => field === name && (isWhole || (!aggregate && !span)))
    if (known) {
      onChange(removeColumn(query, known.id))
      return
    }
    onChange(addColumn(query, { field: name, ...(isWhole ? { aggregate: 'count' as const } : {}) }))
  }
  return (
    <StepSection
      title="Columns"
      help="What you want to see. Fields of what a record refers to, such as the country of its customer, are found behind “Its fields”."
    >
      {columns.length === 0 ? <p className="text-ink-2">There are no columns yet.</p> : null}
      <ul className="flex flex-col gap-2" aria-label="Columns">
        {columns.map((column, at) => (
          <ColumnItem key={column.id} {...{ column, at, query, book, onChange }} onMove={(to) => move(at, to)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={PlusIcon} onClick={() => setPicking(true)}>
          Add columns
        </Button>
        <Button
          icon={PlusIcon}
          disabled={columns.length === 0}
          onClick={() => onChange(addColumn(query, { formula: `[${columns.at(-1)!.id}]`, label: '' }))}
        >
          Add a formula
        </Button>
        <Button
          icon={PlusIcon}
          disabled={figures.length === 0}
          onClick={() => onChange(addColumn(query, { share: figures.at(-1)!.id }))}
        >
          Add a share of the total
        </Button>
      </div>
      {isPicking ? (
        <FieldPicker
          title="Add columns"
          query={query}
          root=""
          whole
          picked={columns.flatMap(({ field, aggregate, span }) =>
            field !== undefined && ((!aggregate && !span) || field.endsWith('*')) ? [field] : [],
          )}
          onPick={(name, field) => pick(name, field === null)}
          onClose={() => setPicking(false)}
        />
      ) : null}
    </StepSection>
  )
}

interface ColumnItemProps extends EditProps {
  readonly column: QueryColumn
  readonly at: number
  readonly onMove: (to: number) => void
}

function ColumnItem({ column, at, query, book, onChange, onMove }: ColumnItemProps) {
  const { id, field, formula, share, label } = column
  const known = field === undefined ? undefined : book.known(field)
  const called = columnLabel(column, book)
  const related = query.related.some((one) => field?.startsWith(`${one.id}.`))
  const once = onceWords(column, query, book)
  const change = (next: Partial<QueryColumn>) => onChange(changeColumn(query, id, next))
  return (
    <li className="rounded border border-line p-2.5">
      <div className="flex items-start gap-1">
        <span className="min-w-0 flex-1 py-1">{field === undefined ? called : (known?.label ?? field)}</span>
        <IconButton
          size="sm"
          icon={ArrowUpIcon}
          label={`Move ${called} up`}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          size="sm"
          icon={ArrowDownIcon}
          label={`Move ${called} down`}
          disabled={at === query.columns.length - 1}
          onClick={() => onMove(at + 1)}
        />
        <IconButton
          size="sm"
          icon={CloseIcon}
          label={`Remove ${called}`}
          onClick={() => onChange(removeColumn(query, id))}
        />
      </div>
      <div className="mt-1.5 grid grid-cols-2 gap-2">
        {share !== undefined ? (
          <Select
            aria-label={`Whose total ${called} is of`}
            value={share}
            options={query.columns
              .slice(0, at)
              .filter((one) => one.id === share || addedUp([one], query, book).length > 0)
              .map((one) => ({ value: one.id, label: columnLabel(one, book) }))}
            onChange={(event) => change({ share: event.target.value })}
          />
        ) : formula === undefined ? (
          <Select
            aria-label={`What ${called} shows`}
            value={showingOf(column)}
            options={known ? showings(known, related) : [{ value: showingOf(column), label: '…' }]}
            onChange={(event) => change(showingChange(event.target.value))}
          />
        ) : (
          <Select
            aria-label={`What ${called} is`}
            value={column.type ?? 'decimal'}
            options={[
              { value: 'decimal', label: 'A number' },
              { value: 'money', label: 'An amount' },
              { value: 'percent', label: 'A percentage' },
            ]}
            onChange={(event) => change({ type: event.target.value as 'decimal' })}
          />
        )}
        <Input
          key={`${id} ${label ?? ''}`}
          aria-label={`Heading of ${called}`}
          placeholder="Own heading"
          maxLength={80}
          defaultValue={label ?? ''}
          onBlur={(event) => {
            const text = event.target.value.trim()
            if (text !== (label ?? '')) change({ label: text === '' ? undefined : text })
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      </div>
      {formula === undefined ? null : (
        <FormulaEditor
          called={called}
          formula={formula}
          before={query.columns.slice(0, at).map((one) => ({ id: one.id, label: columnLabel(one, book) }))}
          onChange={(next) => change({ formula: next })}
        />
      )}
      {once ? <p className="mt-1.5 text-sm text-ink-2">{once}</p> : null}
    </li>
  )
}
