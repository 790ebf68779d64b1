import { useEffect } from 'react'
import { PlusIcon } from '#src/ui/icons.tsx'
import type { ReferenceOption } from './reference-search.ts'

export type ComboboxEntry =
  | { readonly kind: 'recent' | 'found'; readonly option: ReferenceOption }
  | { readonly kind: 'create'; readonly label: string; readonly text: string }

/** What an entry is known by, wherever it stands in the list. */
export const entryKey = (entry: ComboboxEntry): string =>
  entry.kind === 'create' ? 'create' : `record ${entry.option.value}`

interface ComboboxListProps {
  readonly id: string
  readonly label: string
  readonly entries: readonly ComboboxEntry[]
  /** The entry that Enter takes; -1 for none. */
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onChoose: (entry: ComboboxEntry) => void
  /** What is to be read instead of a result; null when there is one. */
  readonly status: string | null
  readonly found: number
  /** The answer is still to come; what is found of it already is told as that. */
  readonly isSearching: boolean
}

/** The records a search found, with what was picked last above them and a new one below. */
export function ComboboxList({
  id,
  label,
  entries,
  active,
  onActive,
  onChoose,
  status,
  found,
  isSearching,
}: ComboboxListProps) {
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const recent = entries.filter(({ kind }) => kind === 'recent').length
  const line = (entry: ComboboxEntry, index: number) => (
    <li
      key={entryKey(entry)}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === active}
      className={`flex cursor-default gap-2 px-2.5 py-1.5 hover:bg-hover aria-selected:bg-accent-soft ${
        entry.kind === 'create' ? 'items-center border-t border-line text-accent-ink' : 'text-ink-1'
      }`}
      onMouseMove={() => index !== active && onActive(index)}
      onClick={() => onChoose(entry)}
    >
      {entry.kind === 'create' ? (
        <>
          <PlusIcon className="shrink-0" />
          <span className="truncate">
            New {entry.label}
            {entry.text === '' ? '' : ` “${entry.text}”`}
          </span>
        </>
      ) : (
        <>
          <span className="shrink-0 font-medium">{entry.option.value}</span>
          {entry.option.label === entry.option.value ? null : (
            <span className="truncate text-ink-2">{entry.option.label}</span>
          )}
        </>
      )}
    </li>
  )
  return (
    <>
      <p role="status" className={status === null ? 'sr-only' : 'px-2.5 py-1.5 text-ink-3'}>
        {status ?? (isSearching ? 'Searching' : `${found} found`)}
      </p>
      <ul id={id} role="listbox" className="max-h-72 overflow-auto" aria-label={label}>
        {recent > 0 ? (
          <li role="presentation" className="px-2.5 pt-1 pb-0.5 text-sm text-ink-3">
            Picked lately
          </li>
        ) : null}
        {entries.slice(0, recent).map(line)}
        {recent > 0 && found > 0 ? (
          <li role="presentation" className="mt-1 border-t border-line px-2.5 pt-1.5 pb-0.5 text-sm text-ink-3">
            All
          </li>
        ) : null}
        {entries.slice(recent).map((entry, index) => line(entry, recent + index))}
      </ul>
      {/* Below, so that the list stays where it is. */}
      {isSearching && status === null ? (
        <p aria-hidden className="px-2.5 py-1.5 text-ink-3">
          Searching
        </p>
      ) : null}
    </>
  )
}
