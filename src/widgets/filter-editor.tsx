import { useId, useState, type ClipboardEvent, type FormEvent } from 'react'
import { fieldDisplays, filterOperators, type Field, type Filter, type FilterOperator } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/select.tsx'
import {
  draftOf,
  filterTooLong,
  needsValue,
  pastedValues,
  readDraft,
  takesMany,
  type FilterDraft,
} from './filter-draft.ts'
import { filterValues } from './filter-values.ts'
import { operatorWord } from './filter-words.ts'
import { textFormatOf } from './text-format.ts'
import { userLocale } from '#src/data/user-locale.ts'

interface FilterEditorProps {
  readonly field: Field
  /** The filter that is edited; none: a new one. */
  readonly filter?: Filter
  readonly onApply: (filter: Filter) => void
  readonly onRemove?: () => void
}

// "between" with one bound left out says the same as the four of them; the fewer to read, the better.
const folded: ReadonlySet<FilterOperator> = new Set(['gt', 'lt', 'gte', 'lte'])

function operatorsOf(field: Field, current: FilterOperator): readonly FilterOperator[] {
  const all = filterOperators(field)
  const offered =
    all.includes('between') && (field.type === 'date' || field.type === 'dateTime')
      ? all.filter((op) => !folded.has(op))
      : all
  const single =
    offered.includes('in') && field.type !== 'text' ? offered.filter((op) => op !== 'eq' && op !== 'ne') : offered
  return single.includes(current) ? single : [...single, current]
}

const firstOperator = (field: Field): FilterOperator => {
  const operators = filterOperators(field)
  return !field.until && operators.includes('between') ? 'between' : operators[0]!
}

/** The value of a choice by its name or itself. */
const choiceNamed = (field: Field, text: string): string | undefined =>
  field.choices?.find(({ value, label }) => [value, label].some((name) => name.toLowerCase() === text.toLowerCase()))
    ?.value

/** Edits one filter: how, and with what; the value's editor comes from the field's type. */
export function FilterEditor({ field, filter, onApply, onRemove }: FilterEditorProps) {
  const id = useId()
  const format = textFormatOf(userLocale())
  const [draft, setDraft] = useState<FilterDraft>(() => draftOf(filter, firstOperator(field), field, format))
  const [reason, setReason] = useState<string | undefined>()
  const Values = filterValues[field.type]
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const read = readDraft(draft, field, format)
    const long = read.filter && filterTooLong(read.filter)
    setReason(read.reason ?? long ?? (read.filter ? undefined : 'Give a value to filter by'))
    if (read.filter && !long) onApply(read.filter)
  }
  // A column copied from a spreadsheet is a list of values, wherever it is pasted.
  const paste = (event: ClipboardEvent): void => {
    const values = pastedValues(event.clipboardData.getData('text'))
    if (values.length === 0 || !fieldDisplays[field.type].operators.includes('in')) return
    event.preventDefault()
    const keys = field.choices ? values.map((value) => choiceNamed(field, value)) : values
    const strangers = values.filter((_, at) => keys[at] === undefined)
    const known = keys.filter((key) => key !== undefined)
    const before = takesMany(draft.op) ? draft.texts.filter((text) => text !== '') : []
    setDraft({ op: takesMany(draft.op) ? draft.op : 'in', texts: [...new Set([...before, ...known])] })
    setReason(strangers.length > 0 ? `${field.label} has no choice called ${strangers.join(', ')}` : undefined)
  }
  return (
    <form
      className="flex w-80 max-w-full flex-col gap-3"
      onSubmit={submit}
      onPaste={paste}
      aria-label={`Filter by ${field.label}`}
    >
      <div className="flex items-center gap-2">
        <label className="min-w-0 flex-1 truncate font-medium" htmlFor={`${id}-op`}>
          {field.label}
        </label>
        <span className="w-40 shrink-0">
          <Select
            id={`${id}-op`}
            value={draft.op}
            onChange={(event) => setDraft({ ...draft, op: event.target.value as FilterOperator })}
            options={operatorsOf(field, draft.op).map((op) => ({ value: op, label: operatorWord(op, field) }))}
          />
        </span>
      </div>
      {needsValue(draft.op) && (
        <Values
          id={id}
          field={field}
          op={draft.op}
          texts={draft.texts}
          onChange={(texts) => setDraft({ ...draft, texts })}
          invalid={reason !== undefined}
        />
      )}
      {reason && (
        <p role="alert" id={`${id}-reason`} className="text-sm text-bad">
          {reason}
        </p>
      )}
      <div className="flex justify-between gap-2">
        {onRemove ? (
          <Button variant="ghost" onClick={onRemove}>
            Remove
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" variant="primary">
          Apply
        </Button>
      </div>
    </form>
  )
}
