import { ExternalIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { ReferenceCombobox } from './combobox.tsx'
import type { InputProps } from './input.ts'
import { useReferenceLabel } from './reference-search.ts'

export function ReferenceInput(props: InputProps) {
  const { field, value, onChange } = props
  const key = value === null || value === undefined || value === '' ? null : String(value)
  const screen = field.target ?? ''
  const label = useReferenceLabel(screen, key, key === null ? undefined : props.labels?.[field.name]?.[key])
  const typed = (text: string): string | null => (text === '' ? null : field.upper ? text.toUpperCase() : text)
  const href = key === null ? undefined : props.referenceHref?.(field, key)
  return (
    <span className="relative block">
      <ReferenceCombobox
        input={props}
        screen={screen}
        text={key === null ? '' : label && label !== key ? `${key} · ${label}` : key}
        editText={key ?? ''}
        placeholder={props.compact ? undefined : 'Search'}
        onPick={({ value: picked }, instead) => (instead === undefined || typed(instead) === key) && onChange(picked)}
        onText={(text) => onChange(typed(text))}
      />
      {href && !props.compact ? (
        <Link
          to={href}
          aria-label={`Open ${field.label} ${key}`}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-ink-3 hover:text-accent-ink"
        >
          <ExternalIcon />
        </Link>
      ) : null}
    </span>
  )
}
