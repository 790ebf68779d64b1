import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Issue, Screen } from '#src/definition'
import { ApiError, errorMessage, isUnanswered } from '#src/data/api-error.ts'
import { recordChanges, type ApiRecord } from '#src/data/records.ts'
import { notify } from '#src/ui/notify.ts'
import { withoutUntouched } from '#src/widgets/rows/untouched-rows.ts'
import { readersCalendar } from '#src/definition/dates.ts'
import { changedNames, pick, type Values } from './changes.ts'
import { mergeChanges, type Merge } from './merge.ts'
import { checkRecord } from './record-validator.ts'
import type { RecordEditor } from './use-record-editor.ts'
import { whoSaved, type Saver } from '#src/widgets/who-saved.ts'

interface Saved {
  readonly values: Values
  readonly base: Values
  /** The user was asked and wants it all the same. */
  readonly force?: boolean
}

/** What the server asks back before it saves. */
interface Question extends Saved {
  readonly message: string
}

interface Conflict {
  readonly merge: Merge
  readonly current: ApiRecord
  readonly by: Saver
}

/** Why a save did not go through: the network is away, no answer came, the record is gone, or what the server said. */
export type SaveFailure =
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly message: string }

const currentOf = (error: ApiError): ApiRecord | null => {
  const details = error.details as { current?: ApiRecord } | null | undefined
  return details?.current ?? null
}

/** A failed write's problems that belong to fields; a doubled key is told at the key even where the server names none. */
function issuesOf(error: ApiError, screen: Screen): Issue[] {
  if (error.issues.length > 0) return error.issues.map((issue) => ({ ...issue, code: 'invalid' as const }))
  if (error.code !== 'DUPLICATE_KEY') return []
  return (screen.table?.key ?? [])
    .slice(0, 1)
    .map((name) => ({ path: [name], code: 'duplicate' as const, message: error.message }))
}

/** What the server remarks about a record that it has saved. */
const remarksOf = ({ remarks }: ApiRecord): string[] =>
  Object.values((remarks ?? {}) as Readonly<Record<string, string>>)

function failureOf(error: unknown, isNew: boolean): SaveFailure {
  if (isUnanswered(error)) return { kind: 'unanswered' }
  if (error instanceof ApiError && error.status === 0) return { kind: 'unsent' }
  if (error instanceof ApiError && error.status === 404 && !isNew) return { kind: 'gone' }
  return { kind: 'failed', message: errorMessage(error) }
}

/** Saves the open record: checks it, writes it, merges with what others saved, and asks only where both changed the same. */
export function useSaveRecord(
  screen: Screen,
  id: string | null,
  /** Id of the signed-in user. */
  user: number,
  editor: RecordEditor,
  /** `since`: what was typed into a new record while it was on its way, which is not saved. */
  onSaved: (record: ApiRecord, since: Values) => void,
) {
  const client = useQueryClient()
  const changes = recordChanges(client, screen.endpoint ?? screen.name)
  const [attempt, setAttempt] = useState(0)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)

  // Known at once, before anything is drawn, and up to the end of the page that is left: a second click must not save once more.
  const sending = useRef(false)
  const write = useMutation({
    meta: { quiet: true },
    mutationFn: async ({ values, base, force }: Saved): Promise<ApiRecord> => {
      const { values: canonical } = checkRecord({ ...editor.check, base }, values)
      const query = force ? { force: 'true' } : undefined
      return id === null
        ? changes.create(canonical, { ...query, request_key: editor.request.current })
        : changes.update(id, { ...canonical, row_version: base.row_version }, query)
    },
    onSuccess: (record, { values }) => {
      const now = editor.collect()
      const since = changedNames(editor.check.fields, values, now)
      const later = since.length > 0 ? { description: 'What you typed meanwhile is not saved yet.' } : undefined
      notify.success(id === null ? screen.messages.created : screen.messages.updated, later)
      for (const remark of remarksOf(record)) notify.warning(remark)
      if (id !== null && since.length > 0) {
        sending.current = false
        return editor.rebase(record, mergeChanges(editor.check.fields, values, now, record).values)
      }
      editor.finish()
      onSaved(record, pick(now, since))
    },
    onError: async (error, { values, base }) => {
      const current = error instanceof ApiError && error.code === 'ROW_CONFLICT' ? currentOf(error) : null
      if (current) return merge(values, base, current)
      sending.current = false
      if (error instanceof ApiError && error.code === 'CONFIRM')
        return setQuestion({ values, base, message: error.message })
      const issues = error instanceof ApiError ? issuesOf(error, screen) : []
      if (issues.length > 0) editor.setIssues(issues)
      else setFailure(failureOf(error, id === null))
      setAttempt((before) => before + 1)
    },
  })
  const start = (saved: Saved): void => {
    if (sending.current) return
    sending.current = true
    write.mutate(saved)
  }

  const merge = async (values: Values, base: Values, current: ApiRecord) => {
    const by = await whoSaved(client, screen, current, user)
    const merged = mergeChanges(editor.check.fields, base, values, current)
    if (merged.collisions.length > 0) {
      sending.current = false
      return setConflict({ merge: merged, current, by })
    }
    editor.rebase(current, merged.values)
    const others = merged.others.map((field) => field.label).join(', ')
    const changed = others ? `: ${by.isUser ? 'you' : 'they'} changed ${others}${by.isUser ? ' there' : ''}` : ''
    notify.info(`${by.words} Your changes were added to ${by.isUser ? 'those' : 'theirs'}${changed}.`)
    write.mutate({ values: merged.values, base: current })
  }

  const send = (): 'nothing' | 'invalid' | 'sent' => {
    const collected = editor.collect()
    const values = withoutUntouched(editor.check.fields, collected, readersCalendar().today)
    // Problems are told by the place of a row: what is looked at is what is shown.
    if (values !== collected) editor.setValues(values)
    setFailure(null)
    const { values: changed, issues } = checkRecord(editor.check, values)
    if (issues.length > 0) {
      editor.setIssues(issues)
      setAttempt((before) => before + 1)
      return 'invalid'
    }
    if (id !== null && Object.keys(changed).length === 0) return 'nothing'
    start({ values, base: editor.base })
    return 'sent'
  }

  const save = (): 'nothing' | 'invalid' | 'sent' => {
    if (sending.current || write.isPending || waiting) return 'sent'
    if (!editor.drafts.isHeld()) return send()
    setWaiting(true)
    void editor.drafts.released().then((done) => {
      setWaiting(false)
      // What arrived has to be in the values before they are collected.
      if (done) setTimeout(send)
    })
    return 'sent'
  }

  return {
    save,
    waiting,
    attempt,
    failure,
    conflict,
    saving: write.isPending,
    question: question?.message ?? null,
    /** Saves in spite of the question, or goes back to the form. */
    answer: (isYes: boolean) => {
      setQuestion(null)
      if (question && isYes) start({ ...question, force: true })
    },
    closeConflict: () => setConflict(null),
    resolve: (values: Values) => {
      if (!conflict) return
      setConflict(null)
      editor.rebase(conflict.current, values)
      start({ values, base: conflict.current })
    },
  }
}
