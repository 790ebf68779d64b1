import type { Field, Screen } from '#src/definition'
import { useId } from 'react'
import { CloseIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Select } from '#src/ui/select.tsx'
import type { CellContext } from '#src/widgets/cells.ts'
import { inputs } from '#src/widgets/inputs.tsx'

/** The new value of one field. */
export interface FieldChange {
  readonly field: Field
  readonly clear: boolean
  readonly value: unknown
}

interface BulkFieldsProps {
  readonly screen: Screen
  readonly fields: readonly Field[]
  readonly changes: readonly FieldChange[]
  readonly context: CellContext
  readonly onChange: (changes: readonly FieldChange[]) => void
}

/** Chooses fields and what they are set to, or that they are emptied. */
export function BulkFields({ screen, fields, changes, context, onChange }: BulkFieldsProps) {
  const id = useId()
  const left = fields.filter((field) => !changes.some((change) => change.field.name === field.name))
  const put = (name: string, part: Partial<FieldChange>): void =>
    onChange(changes.map((change) => (change.field.name === name ? { ...change, ...part } : change)))
  return (
    <div className="flex flex-col gap-3">
      {changes.map(({ field, clear, value }) => {
        const Input = inputs[field.type]
        return (
          <div
            key={field.name}
            role="group"
            aria-label={field.label}
            className="grid grid-cols-1 items-start gap-2 sm:grid-cols-[10rem_8rem_1fr_2rem]"
          >
            <span className="pt-1.5 font-medium">{field.label}</span>
            <Select
              aria-label={`What happens to ${field.label}`}
              value={clear ? 'clear' : 'set'}
              onChange={(event) => put(field.name, { clear: event.target.value === 'clear' })}
              options={[
                { value: 'set', label: 'Set to' },
                ...(field.required ? [] : [{ value: 'clear', label: 'Empty' }]),
              ]}
            />
            <div className="min-w-0">
              {clear ? (
                <span className="block pt-1.5 text-ink-2">{field.label} will be empty</span>
              ) : (
                <Input
                  id={`${id}-${field.name}`}
                  field={field}
                  value={value}
                  onChange={(next) => put(field.name, { value: next })}
                  locale={context.locale}
                  record={{}}
                  labels={context.labels}
                  ariaLabel={`New ${field.label.toLowerCase()}`}
                  required
                />
              )}
            </div>
            <IconButton
              icon={CloseIcon}
              label={`Leave ${field.label} as it is`}
              onClick={() => onChange(changes.filter((change) => change.field.name !== field.name))}
            />
          </div>
        )
      })}
      {left.length > 0 && (
        <label className="flex items-center gap-2 text-ink-2">
          {changes.length === 0 ? 'Field to change' : 'Another field'}
          <span className="w-60">
            <Select
              value=""
              onChange={(event) => {
                const field = left.find((candidate) => candidate.name === event.target.value)
                if (field) onChange([...changes, { field, clear: false, value: field.type === 'flag' ? false : null }])
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
