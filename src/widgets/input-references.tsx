import { ReferenceCombobox } from './combobox.tsx'
import type { InputProps } from './input.ts'
import { withPicked } from './picked-keys.ts'
import { useReferenceLabel } from './reference-search.ts'

const asKeys = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

function Chip({
  screen,
  value,
  label,
  disabled,
  onRemove,
}: {
  screen: string
  value: string
  label?: string
  disabled?: boolean
  onRemove: () => void
}) {
  const name = useReferenceLabel(screen, value, label)
  return (
    <li className="flex max-w-full items-center gap-1 rounded bg-accent-soft py-0.5 pl-2 pr-1 text-accent-ink">
      <span className="truncate">{name && name !== value ? `${value} · ${name}` : value}</span>
      {disabled ? null : (
        <button
          type="button"
          aria-label={`Remove ${value}`}
          className="flex size-5 items-center justify-center rounded-sm hover:bg-panel"
          onClick={onRemove}
        >
          ×
        </button>
      )}
    </li>
  )
}

/** Several references as chips with a search behind them. */
export function ReferencesInput(props: InputProps) {
  const { field, value, onChange, disabled } = props
  const keys = asKeys(value)
  const screen = field.target ?? ''
  const put = (next: readonly string[]) => onChange(next.length === 0 ? null : next)
  const add = (key: string, instead?: string) => {
    const next = withPicked(keys, key, instead)
    if (next) put(next)
  }
  return (
    <div className="flex min-h-control flex-wrap items-center gap-1 rounded border border-control-line bg-panel px-1.5 py-1 has-[input:focus]:border-accent-ink has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-1 has-[input:focus-visible]:outline-accent-ink has-[input[aria-invalid]]:border-bad">
      <ul className="contents" aria-label={field.label}>
        {keys.map((key) => (
          <Chip
            key={key}
            screen={screen}
            value={key}
            label={props.labels?.[field.name]?.[key]}
            disabled={disabled}
            onRemove={() => put(keys.filter((other) => other !== key))}
          />
        ))}
      </ul>
      <ReferenceCombobox
        input={{ ...props, ariaLabel: props.ariaLabel ?? field.label }}
        screen={screen}
        text=""
        editText=""
        placeholder={keys.length === 0 ? 'Search' : ''}
        className="h-6 min-w-24 flex-1 bg-transparent px-1 text-ink-1 outline-none placeholder:text-ink-3"
        onPick={(option, instead) => add(option.value, instead)}
        onText={(text) => add(text)}
        onBackspace={() => keys.length > 0 && put(keys.slice(0, -1))}
      />
    </div>
  )
}
