import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import type { ParameterType, QueryParameter } from './workbench-api.ts'

const types: readonly { readonly value: ParameterType; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Day' },
  { value: 'flag', label: 'Yes or no' },
]

const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

interface ParameterBarProps {
  readonly parameters: readonly QueryParameter[]
  readonly wrong: Readonly<Record<string, string>>
  readonly onChange: (name: string, change: Partial<QueryParameter>) => void
}

/** The parameters that the statement names, with their types and values. */
export function ParameterBar({ parameters, wrong, onChange }: ParameterBarProps) {
  if (parameters.length === 0) return null
  return (
    <div role="group" aria-label="Parameters" className="flex flex-wrap gap-x-5 gap-y-2">
      {parameters.map(({ name, type, value }) => (
        <div key={name} className="flex flex-wrap items-center gap-1.5">
          <span className="font-mono text-sm">:{name}</span>
          <span className="w-28">
            <Select
              aria-label={`Type of ${name}`}
              value={type}
              options={types}
              onChange={(event) => onChange(name, { type: event.target.value as ParameterType, value: null })}
            />
          </span>
          <span className="w-40">
            {type === 'flag' ? (
              <Select
                aria-label={`Value of ${name}`}
                placeholder="Nothing"
                value={value ?? ''}
                options={yesNo}
                onChange={(event) => onChange(name, { value: event.target.value || null })}
              />
            ) : (
              <Input
                type={type === 'date' ? 'date' : 'text'}
                inputMode={type === 'number' ? 'decimal' : undefined}
                aria-label={`Value of ${name}`}
                placeholder="Nothing"
                invalid={name in wrong}
                aria-describedby={name in wrong ? `wrong-${name}` : undefined}
                value={value ?? ''}
                onChange={(event) => onChange(name, { value: event.target.value || null })}
              />
            )}
          </span>
          {name in wrong ? (
            <span id={`wrong-${name}`} className="text-sm text-bad">
              {wrong[name]}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  )
}
