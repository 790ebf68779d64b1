import type { Field, Screen } from '#src/definition'
import { bulkOperationsOf, type BulkOperationName } from '#src/definition/bulk-operations.ts'
import { useId } from 'react'
import { CloseIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import type { CellContext } from '#src/widgets/cells.ts'
import { inputs } from '#src/widgets/inputs.tsx'
import { operandField, operationHint, operationLabel, type FieldChange } from './bulk-change.ts'

interface BulkFieldsProps {
  readonly screen: Screen
  readonly fields: readonly Field[]
  readonly changes: readonly FieldChange[]
  readonly context: CellContext
  readonly onChange: (changes: readonly FieldChange[]) => void
}

const startOf = (field: Field): FieldChange => ({
  field,
  operation: 'set',
  value: field.type === 'flag' ? false : null,
  find: '',
})

/** Chooses fields and what becomes of them in every record. */
export function BulkFields({ screen, fields, changes, context, onChange }: BulkFieldsProps) {
  const left = fields.filter((field) => !changes.some((change) => change.field.name === field.name))
  return (
    <div className="flex flex-col gap-3">
      {changes.map((change) => (
        <ChangeLine
          key={change.field.name}
          change={change}
          context={context}
          onChange={(next) => onChange(changes.map((other) => (other.field.name === next.field.name ? next : other)))}
          onRemove={() => onChange(changes.filter((other) => other !== change))}
        />
      ))}
      {left.length > 0 && (
        <label className="flex items-center gap-2 text-ink-2">
          {changes.length === 0 ? 'Field to change' : 'Another field'}
          <span className="w-60">
            <Select
              value=""
              onChange={(event) => {
                const field = left.find((candidate) => candidate.name === event.target.value)
                if (field) onChange([...changes, startOf(field)])
              }}
              options={[
                { value: '', label: 'Choose' },
                ...left.map((field) => ({ value: field.name, label: field.label })),
              ]}
            />
          </span>
        </label>
      )}
      {fields.length === 0 && (
        <p className="text-ink-2">
          None of the fields of {screen.plural.toLowerCase()} can be changed for many at once.
        </p>
      )}
    </div>
  )
}

interface ChangeLineProps {
  readonly change: FieldChange
  readonly context: CellContext
  readonly onChange: (change: FieldChange) => void
  readonly onRemove: () => void
}

function ChangeLine({ change, context, onChange, onRemove }: ChangeLineProps) {
  const id = useId()
  const { field, operation } = change
  const hint = operationHint(change)
  return (
    <div
      role="group"
      aria-label={field.label}
      className="grid grid-cols-1 items-start gap-2 sm:grid-cols-[10rem_9rem_1fr_2rem]"
    >
      <span className="pt-1.5 font-medium">{field.label}</span>
      <Select
        aria-label={`What happens to ${field.label}`}
        value={operation}
        onChange={(event) => {
          const next = bulkOperationsOf(field).find((name) => name === event.target.value)
          if (next)
            onChange({ ...startOf(field), operation: next, value: next === 'set' ? startOf(field).value : null })
        }}
        options={bulkOperationsOf(field).map((name) => ({ value: name, label: operationLabel(field, name) }))}
      />
      <div className="flex min-w-0 flex-col gap-1">
        <Operand id={id} change={change} context={context} onChange={onChange} />
        {hint && (
          <span className={operation === 'clear' ? 'block pt-1.5 text-ink-2' : 'text-sm text-ink-2'}>{hint}</span>
        )}
      </div>
      <IconButton icon={CloseIcon} label={`Leave ${field.label} as it is`} onClick={onRemove} />
    </div>
  )
}

const asked: Partial<Record<BulkOperationName, string>> = {
  add: 'How much to add to',
  percent: 'Per cent by which to change',
  append: 'What to add behind',
  include: 'What to add to',
  exclude: 'What to take out of',
}

function Operand({ id, change, context, onChange }: Omit<ChangeLineProps, 'onRemove'> & { readonly id: string }) {
  const { field, operation, value, find } = change
  const name = field.label.toLowerCase()
  if (operation === 'clear') return null
  if (operation === 'replace' || operation === 'append')
    return (
      <div className="flex flex-wrap gap-2">
        {operation === 'replace' && (
          <span className="min-w-40 flex-1">
            <Input
              aria-label={`Text to look for in ${name}`}
              placeholder="Text to look for"
              value={find}
              onChange={(event) => onChange({ ...change, find: event.target.value })}
            />
          </span>
        )}
        <span className="min-w-40 flex-1">
          <Input
            aria-label={operation === 'replace' ? `New text in ${name}` : `What to add behind ${name}`}
            placeholder={operation === 'replace' ? 'New text' : 'Text'}
            value={typeof value === 'string' ? value : ''}
            onChange={(event) => onChange({ ...change, value: event.target.value })}
          />
        </span>
      </div>
    )
  const operand = operandField(field, operation)
  const Control = inputs[operand.type]
  return (
    <Control
      key={operation}
      id={`${id}-value`}
      field={operand}
      value={value}
      onChange={(next) => onChange({ ...change, value: next })}
      locale={context.locale}
      record={{}}
      labels={context.labels}
      ariaLabel={`${asked[operation] ?? 'New'} ${name}`}
      required
    />
  )
}
