import { use, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { ComboboxList, entryKey, type ComboboxEntry } from './combobox-list.tsx'
import { FloatingList } from './floating-list.tsx'
import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { PendingDraftsContext } from './pending-drafts.ts'
import { recentPicks, rememberPick } from './recent-picks.ts'
import {
  meantBy,
  offeredFrom,
  searchRecords,
  stillMeant,
  useReferenceSearch,
  type ReferenceOption,
} from './reference-search.ts'
import { selectOnFocus } from './select-on-focus.ts'
import { useProfileId } from './use-profile-id.ts'
import { useQuickCreate } from './use-quick-create.ts'
import { useTyped } from './use-typed.ts'

interface ComboboxProps {
  readonly input: InputProps
  readonly screen: string
  /** What the input shows while nobody types. */
  readonly text: string
  /** What it is edited from when it gets the focus. */
  readonly editText: string
  readonly placeholder?: string
  readonly className?: string
  /** `instead`: the text that was handed over for it before it was found; it may have been replaced meanwhile. */
  readonly onPick: (option: ReferenceOption, instead?: string) => void
  /** The typed text when the input is left without a choice. */
  readonly onText: (text: string) => void
  readonly onBackspace?: () => void
}

/** Searches records of a screen while one types (ARIA combobox with a list); what was picked last is offered first. */
export function ReferenceCombobox({
  input,
  screen,
  text,
  editText,
  placeholder,
  className,
  onPick,
  onText,
  onBackspace,
}: ComboboxProps) {
  const anchor = useRef<HTMLInputElement>(null)
  const drafts = use(PendingDraftsContext)
  const profileId = useProfileId()
  const { typed, now, put } = useTyped()
  const [focused, setFocused] = useState(false)
  const [open, setOpen] = useState(false)
  // By its key: the entries move when an answer comes.
  const [active, setActive] = useState<string | null>(null)
  const from = offeredFrom(input.field, input.record)
  const search = useReferenceSearch(screen, typed ?? '', open, from)
  const quickCreate = useQuickCreate(screen, open)
  const wanted = typed?.trim() ?? ''
  const isAnswered = search.answered === wanted
  const options = isAnswered ? (search.data ?? []) : stillMeant(search.data ?? [], wanted)
  // What was picked elsewhere may be what cannot be chosen here.
  const recent = open && wanted === '' && !from ? recentPicks(profileId(), screen) : []
  const recentKeys = new Set(recent.map(({ value }) => value))
  const entries: ComboboxEntry[] = [
    ...recent.map((option) => ({ kind: 'recent' as const, option })),
    ...options.filter(({ value }) => !recentKeys.has(value)).map((option) => ({ kind: 'found' as const, option })),
    // Until it is known what there is, it is not known what is missing.
    ...(quickCreate && (isAnswered || search.isError)
      ? [{ kind: 'create' as const, label: quickCreate.label, text: wanted }]
      : []),
  ]
  // A key without a record may be meant as it was typed; elsewhere Enter takes the first that was found.
  const first = wanted !== '' && isAnswered && options.length > 0 && input.field.integrity !== 'soft'
  const chosen = active === null ? -1 : entries.findIndex((entry) => entryKey(entry) === active)
  const shown = chosen >= 0 ? chosen : first ? 0 : -1
  const listId = `${input.id}-options`
  const close = () => {
    setOpen(false)
    setActive(null)
  }
  const pick = (option: ReferenceOption) => {
    put(null)
    close()
    rememberPick(profileId(), screen, option)
    onPick(option)
  }
  const choose = (entry: ComboboxEntry) => {
    if (entry.kind !== 'create') return pick(entry.option)
    put(null)
    close()
    quickCreate?.open(wanted, pick)
  }
  const settle = () => {
    const pending = now()?.trim()
    put(null)
    close()
    if (pending === undefined || pending === editText) return
    const isKnown = search.answered === pending
    const meant = isKnown ? meantBy(options, pending) : undefined
    if (pending !== '' && meant) return pick(meant)
    onText(pending)
    if (pending === '' || isKnown) return
    // Left faster than the server answers: what was meant is put in place when it is known.
    searchRecords(screen, pending, undefined, from).then(
      (found) => {
        const late = meantBy(found, pending)
        if (late && late.value !== pending) latest.current.onPick(late, pending)
      },
      () => {
        // The text stays as it was typed, and saving tells whether it means a record.
      },
    )
  }
  const latest = useRef({ settle, onPick })
  useLayoutEffect(() => {
    latest.current = { settle, onPick }
  })
  // A save collects what is being typed here, too.
  useEffect(() => drafts.add(() => now() !== null && latest.current.settle()), [drafts, now])
  const type = (next: string) => {
    put(next)
    setOpen(true)
    setActive(null)
  }
  const move = (step: number) => {
    setOpen(true)
    const next = entries[(chosen + step + entries.length) % entries.length]
    setActive(next ? entryKey(next) : null)
  }
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(chosen < 0 ? 0 : -1),
    Enter: () => {
      const entry = entries[shown]
      if (open && entry) choose(entry)
      else settle()
    },
    Escape: (event) => {
      if (!open && typed === null) return
      event.stopPropagation()
      put(null)
      close()
    },
    Backspace: () => (typed ?? '') === '' && editText === '' && onBackspace?.(),
  }
  return (
    <>
      <input
        {...ariaOf(input)}
        ref={anchor}
        className={className ?? inputClass(input, 'pr-8')}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && shown >= 0 ? `${listId}-${shown}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        disabled={input.disabled}
        value={typed ?? (focused ? editText : text)}
        title={text}
        onFocus={(event) => {
          setFocused(true)
          selectOnFocus(event.currentTarget, editText)
        }}
        onBlur={() => {
          setFocused(false)
          settle()
        }}
        onClick={() => setOpen(true)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          const handle = keys[event.key]
          if (!handle || event.altKey) return
          if (event.key.startsWith('Arrow') || (event.key === 'Enter' && open)) event.preventDefault()
          handle(event)
        }}
      />
      {open ? (
        <FloatingList anchor={anchor} onClose={close}>
          <ComboboxList
            id={listId}
            label={input.ariaLabel ?? input.field.label}
            entries={entries}
            active={shown}
            onActive={(index) => setActive(entryKey(entries[index]!))}
            onChoose={choose}
            status={
              search.isError
                ? 'The search failed. Type on to try again.'
                : options.length > 0
                  ? null
                  : !isAnswered
                    ? 'Searching'
                    : wanted === ''
                      ? 'Nothing to choose from yet'
                      : `Nothing found for “${wanted}”`
            }
            isSearching={!isAnswered}
            found={options.length}
          />
        </FloatingList>
      ) : null}
    </>
  )
}
