import { useRef, useState, type KeyboardEvent } from 'react'
import { FloatingList } from './floating-list.tsx'
import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { selectOnFocus } from './select-on-focus.ts'
import { useReferenceSearch, type ReferenceOption } from './reference-search.ts'

interface ComboboxProps {
  readonly input: InputProps
  readonly screen: string
  /** What the input shows while nobody types. */
  readonly text: string
  /** What it is edited from when it gets the focus. */
  readonly editText: string
  readonly placeholder?: string
  readonly className?: string
  readonly onPick: (option: ReferenceOption) => void
  /** The typed text when the input is left without a choice. */
  readonly onText: (text: string) => void
  readonly onBackspace?: () => void
}

/** Searches records of a screen while one types (ARIA combobox with a list). */
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
  const [typed, setTyped] = useState<string | null>(null)
  const [focused, setFocused] = useState(false)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const search = useReferenceSearch(screen, typed ?? '', open)
  const options = search.data ?? []
  const listId = `${input.id}-options`
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const pick = (option: ReferenceOption) => {
    setTyped(null)
    close()
    onPick(option)
  }
  const settle = () => {
    close()
    if (typed === null || typed.trim() === editText) return setTyped(null)
    const wanted = typed.trim().toLowerCase()
    const exact = options.find((option) => option.value.toLowerCase() === wanted)
    setTyped(null)
    if (exact) onPick(exact)
    else onText(typed.trim())
  }
  const move = (step: number) => {
    setOpen(true)
    setActive((at) => (options.length === 0 ? -1 : (at + step + options.length) % options.length))
  }
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(active < 0 ? 0 : -1),
    Enter: () => {
      const option = options[active]
      if (open && option) pick(option)
      else settle()
    },
    Escape: (event) => {
      if (!open && typed === null) return
      event.stopPropagation()
      setTyped(null)
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
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
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
        onChange={(event) => {
          setTyped(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onKeyDown={(event) => {
          const handle = keys[event.key]
          if (!handle) return
          if (event.key.startsWith('Arrow') || (event.key === 'Enter' && open)) event.preventDefault()
          handle(event)
        }}
      />
      {open ? (
        <FloatingList anchor={anchor} onClose={close}>
          <ul
            id={listId}
            role="listbox"
            className="max-h-72 overflow-auto"
            aria-label={input.ariaLabel ?? input.field.label}
          >
            {options.map((option, index) => (
              <li
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                className="flex cursor-default gap-2 px-2.5 py-1.5 text-ink-1 hover:bg-hover aria-selected:bg-accent-soft"
                onMouseMove={() => index !== active && setActive(index)}
                onClick={() => pick(option)}
              >
                <span className="shrink-0 font-medium">{option.value}</span>
                {option.label !== option.value ? <span className="truncate text-ink-2">{option.label}</span> : null}
              </li>
            ))}
          </ul>
          <p role="status" className={options.length > 0 && !search.isError ? 'sr-only' : 'px-2.5 py-1.5 text-ink-3'}>
            {search.isError
              ? 'The search failed. Type on to try again.'
              : search.isPending
                ? 'Searching'
                : options.length === 0
                  ? 'Nothing found'
                  : `${options.length} found`}
          </p>
        </FloatingList>
      ) : null}
    </>
  )
}
