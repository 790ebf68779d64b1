import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Textarea } from '#src/ui/input.tsx'
import { commandKey } from '#src/ui/kbd.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import type { Person } from './chat-api.ts'
import { draftOf, keepDraft, lengthWords, mostCharacters } from './drafts.ts'

interface MessageFormProps {
  readonly label: string
  readonly send: string
  /** Who can be named. */
  readonly people: readonly Person[]
  /** Offered beside the button; its choice goes along. */
  readonly option?: string
  readonly onSend: (text: string, option: boolean) => Promise<void>
  readonly onCancel?: () => void
  /** What stands there already. */
  readonly initial?: string
  /** Under which what is not sent is kept. */
  readonly draft: string
  /** It was just opened to be written in. */
  readonly takesFocus?: boolean
}

/** Where one writes: Ctrl+Enter sends, Escape leaves, what is not sent stays. */
export function MessageForm(props: MessageFormProps) {
  const { label, send, people, option, onSend, onCancel, initial = '', draft, takesFocus = false } = props
  const [text, setShown] = useState(() => draftOf(draft) ?? initial)
  const setText = (next: string) => {
    setShown(next)
    keepDraft(draft, next === initial ? null : next)
  }
  const leave = () => {
    keepDraft(draft, null)
    onCancel?.()
  }
  const [isChosen, setChosen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    const area = field.current
    if (!takesFocus || !area) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [takesFocus])
  const told = lengthWords(text, userLocale())
  const isTooLong = text.trim().length > mostCharacters
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '' || isTooLong || busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSend(text.trim(), isChosen)
      keepDraft(draft, null)
      setShown('')
      setChosen(false)
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
    // Words are not thrown away by a key.
    if (event.key === 'Escape' && onCancel && text === initial) leave()
  }
  const name = (person: Person) => {
    const at = field.current?.selectionStart ?? text.length
    const before = text.slice(0, at)
    setText(`${before}${before === '' || /\s$/.test(before) ? '' : ' '}@${person.name} ${text.slice(at)}`)
    field.current?.focus()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <Textarea
        ref={field}
        aria-label={label}
        aria-describedby={problem || told ? id : undefined}
        invalid={problem !== undefined || isTooLong}
        placeholder={label}
        rows={2}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      {problem ? (
        <p id={id} role="alert" className="text-sm text-bad">
          {problem}
        </p>
      ) : told ? (
        <p id={id} role="status" className={isTooLong ? 'text-sm text-bad' : 'text-sm text-ink-3'}>
          {told}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Menu
          label="Name somebody"
          items={people.map((person) => ({ label: person.name, hint: person.email, onSelect: () => name(person) }))}
          trigger={(trigger) => (
            <Button {...trigger} size="sm" variant="ghost" disabled={people.length === 0}>
              @ Name somebody
            </Button>
          )}
        />
        {option ? (
          <label className="flex items-center gap-2 text-sm">
            <Checkbox checked={isChosen} onChange={(event) => setChosen(event.currentTarget.checked)} />
            {option}
          </label>
        ) : null}
        <span className="ms-auto flex items-center gap-2">
          <span className="text-sm text-ink-3 max-sm:hidden">{commandKey()} + Enter</span>
          {onCancel ? (
            <Button size="sm" onClick={leave}>
              Cancel
            </Button>
          ) : null}
          <Button size="sm" type="submit" variant="primary" busy={busy} disabled={text.trim() === '' || isTooLong}>
            {send}
          </Button>
        </span>
      </div>
    </form>
  )
}
