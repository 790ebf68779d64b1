import type { FieldSpec } from '#src/definition'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import type { FieldChange } from './field-change.ts'

/** What a new record starts with. */
export function FieldDefault({
  field,
  error,
  onChange,
}: {
  field: FieldSpec
  error: string | undefined
  onChange: (change: FieldChange) => void
}) {
  if (['rows', 'attributes', 'file', 'references', 'reference'].includes(field.type)) return null
  const options =
    field.type === 'flag'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : field.type === 'choice'
        ? (field.choices ?? []).map(({ value, label }) => ({ value, label }))
        : null
  const read = (text: string): unknown =>
    text === ''
      ? undefined
      : field.type === 'flag'
        ? text === 'true'
        : field.type === 'integer' && /^-?\d+$/.test(text)
          ? Number(text)
          : text
  const isDate = field.type === 'date' || field.type === 'dateTime'
  return (
    <FieldFrame
      label="Starts with"
      error={error}
      help={isDate ? 'A day, or @today, @today+30d, @monthStart' : undefined}
    >
      {(wiring) =>
        options ? (
          <Select
            {...wiring}
            placeholder="Nothing"
            value={field.default === undefined ? '' : String(field.default)}
            options={options}
            onChange={(event) => onChange({ default: read(event.target.value) })}
          />
        ) : (
          <Input
            {...wiring}
            value={field.default === undefined || field.default === null ? '' : String(field.default)}
            onChange={(event) => onChange({ default: read(event.target.value) })}
          />
        )
      }
    </FieldFrame>
  )
}
