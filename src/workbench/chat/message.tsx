import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/icons.tsx'
import { Menu, type MenuEntry } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { agoIn } from '#src/widgets/ago.ts'
import { chatKey, type Person } from './chat-api.ts'
import { draftOf } from './drafts.ts'
import { MessageForm } from './message-form.tsx'
import { MessageText } from './message-text.tsx'

interface MessageProps {
  /** "question" or "answer". */
  readonly what: string
  /** What no other message is kept under. */
  readonly id: string
  readonly text: string
  readonly name: string
  readonly at: string
  readonly editedAt: string | null
  readonly isDeleted?: boolean
  readonly people: readonly Person[]
  readonly me: number
  readonly mayEdit: boolean
  readonly mayDelete: boolean
  readonly onEdit: (text: string) => Promise<{ readonly message?: string | undefined }>
  readonly onDelete: () => Promise<{ readonly message?: string | undefined }>
  /** Stands beside who wrote it. */
  readonly marks?: React.ReactNode
}

/** What somebody wrote: who, when, whether it was changed; its writer changes it or takes it away. */
export function Message(props: MessageProps) {
  const {
    what,
    id,
    text,
    name,
    at,
    editedAt,
    isDeleted = false,
    people,
    me,
    mayEdit,
    mayDelete,
    onEdit,
    onDelete,
    marks,
  } = props
  const client = useQueryClient()
  const draft = `edit ${me} ${id}`
  const [isEditing, setEditing] = useState(() => draftOf(draft) !== undefined)
  const [isResumed] = useState(isEditing)
  const more = useRef<HTMLSpanElement>(null)
  const wasEditing = useRef(isEditing)
  // The button comes back with the message, and the focus to it.
  useEffect(() => {
    if (wasEditing.current && !isEditing) more.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const items: MenuEntry[] = [
    ...(mayEdit ? [{ label: 'Edit', onSelect: () => setEditing(true) }] : []),
    ...(mayDelete ? [{ label: 'Delete', danger: true, onSelect: () => setAsking(true) }] : []),
  ]
  const remove = async () => {
    setBusy(true)
    const around = more.current?.closest('section')
    try {
      notify.success((await onDelete()).message ?? '')
      setAsking(false)
      await client.invalidateQueries({ queryKey: chatKey })
      // What had the focus is gone with the message.
      setTimeout(() => {
        if (document.activeElement === document.body) around?.focus()
      }, 100)
    } catch (error) {
      notify.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Byline {...{ name, at, editedAt: isDeleted ? null : editedAt }} />
        {marks}
        {items.length > 0 && !isDeleted && !isEditing ? (
          <span ref={more} className="ms-auto">
            <Menu
              label={`More with the ${what} of ${name}`}
              align="end"
              items={items}
              trigger={(trigger) => (
                <IconButton
                  {...trigger}
                  size="sm"
                  icon={MoreIcon}
                  label={`More with the ${what} of ${name}, ${agoIn(userLocale(), at)}`}
                />
              )}
            />
          </span>
        ) : null}
      </div>
      {isDeleted ? (
        <p className="text-ink-3 italic">This {what} was deleted.</p>
      ) : isEditing ? (
        <MessageForm
          label={`Your ${what}`}
          send="Save"
          initial={text}
          draft={draft}
          takesFocus={!isResumed}
          people={people.filter((person) => person.id !== me)}
          onCancel={() => setEditing(false)}
          onSend={async (words) => {
            notify.success((await onEdit(words)).message ?? '')
            setEditing(false)
            await client.invalidateQueries({ queryKey: chatKey })
          }}
        />
      ) : (
        <MessageText text={text} people={people} />
      )}
      <ConfirmDialog
        open={isAsking}
        danger
        busy={busy}
        title={`Delete this ${what}?`}
        confirmLabel={`Delete the ${what}`}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        Its words are gone for everybody in the channel. What was answered stays.
      </ConfirmDialog>
    </>
  )
}

function Byline({ name, at, editedAt }: { name: string; at: string; editedAt: string | null }) {
  const when = (moment: string) =>
    new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
  return (
    <p className="text-sm text-ink-3">
      <span className="font-semibold text-ink-1">{name}</span> ·{' '}
      <time dateTime={at} title={when(at)}>
        {agoIn(userLocale(), at)}
      </time>
      {editedAt ? <span title={when(editedAt)}> · edited</span> : null}
    </p>
  )
}
