import type { Condition, FieldSpec, Json } from '#src/definition'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'

interface ValueProps {
  readonly label: string
  readonly field: FieldSpec | undefined
  readonly part: Extract<Condition, { field: string; value: Json }>
  readonly onChange: (value: Json) => void
}

/** The value that a field is compared with, asked for as the field's type asks. */
export function ConditionValue({ label, field, part, onChange }: ValueProps) {
  if (part.op !== 'in' && field?.type === 'flag')
    return (
      <Select
        aria-label={label}
        value={String(part.value)}
        options={[
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no' },
        ]}
        onChange={(event) => onChange(event.target.value === 'true')}
      />
    )
  if (part.op !== 'in' && field?.type === 'choice')
    return (
      <Select
        aria-label={label}
        value={String(part.value)}
        options={(field.choices ?? []).map((choice) => ({ value: choice.value, label: choice.label }))}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  const isNumber = field?.type === 'integer'
  const text = Array.isArray(part.value) ? part.value.join(', ') : String(part.value)
  const read = (given: string): Json => (isNumber && /^-?\d+$/.test(given) ? Number(given) : given)
  return (
    <Input
      aria-label={label}
      value={text}
      placeholder={part.op === 'in' ? 'a, b, c' : undefined}
      onChange={(event) =>
        onChange(part.op === 'in' ? event.target.value.split(/,\s*/).map(read) : read(event.target.value))
      }
    />
  )
}
