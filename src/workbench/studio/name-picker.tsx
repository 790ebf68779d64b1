import { labelOf, type FieldSpec } from '#src/definition'
import { Select } from '#src/ui/select.tsx'
import { moved } from './definition-edit.ts'
import { OrderButtons } from './order-buttons.tsx'

interface NamePickerProps {
  readonly label: string
  readonly fields: Readonly<Record<string, FieldSpec>>
  /** Names of fields; with a '-' in front where `signed`, for descending. */
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
  readonly signed?: boolean
  /** What may be chosen; every field unless given. */
  readonly offered?: (field: FieldSpec) => boolean
}

const bare = (name: string): string => name.replace(/^-/, '')

/** An ordered choice of fields: columns, filters, sort keys. */
export function NamePicker({ label, fields, value, onChange, signed = false, offered = () => true }: NamePickerProps) {
  const words = (name: string): string => fields[bare(name)]?.label ?? labelOf(bare(name))
  const left = Object.entries(fields).filter(
    ([name, field]) => offered(field) && !value.some((one) => bare(one) === name),
  )
  return (
    <div role="group" aria-label={label} className="flex min-w-0 flex-col gap-1.5">
      <p className="text-sm font-medium text-ink-2">{label}</p>
      <ol className="overflow-hidden rounded border border-line">
        {value.length === 0 ? <li className="px-2.5 py-1.5 text-sm text-ink-3">None chosen</li> : null}
        {value.map((name, at) => (
          <li key={name} className="flex items-center gap-1 border-b border-line py-0.5 pr-1 pl-2.5 last:border-0">
            <span className="min-w-0 flex-1 truncate">{words(name)}</span>
            {signed ? (
              <button
                type="button"
                className="rounded px-1.5 text-sm text-accent-ink hover:bg-hover"
                aria-label={`${words(name)}: ${name.startsWith('-') ? 'descending' : 'ascending'}, turn round`}
                onClick={() =>
                  onChange(value.map((one) => (one !== name ? one : name.startsWith('-') ? bare(name) : `-${name}`)))
                }
              >
                {name.startsWith('-') ? 'descending' : 'ascending'}
              </button>
            ) : null}
            <OrderButtons
              what={words(name)}
              at={at}
              of={value.length}
              onMove={(to) => onChange(moved(value, (one) => one === name, to))}
              removal={{
                label: `Leave out ${words(name)}`,
                onClick: () => onChange(value.filter((one) => one !== name)),
              }}
            />
          </li>
        ))}
      </ol>
      {left.length > 0 ? (
        <Select
          aria-label={`Add to ${label.toLowerCase()}`}
          placeholder="Add…"
          value=""
          options={left.map(([name]) => ({ value: name, label: words(name) }))}
          onChange={(event) => {
            if (event.target.value) onChange([...value, event.target.value])
          }}
        />
      ) : null}
    </div>
  )
}
