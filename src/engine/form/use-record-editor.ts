import { useEffect, useMemo, useRef, useState } from 'react'
import { fieldSchemas, fieldsOf, type Field, type Issue } from '#src/definition'
import { daysInWords } from '#src/definition/days-in-words.ts'
import { requestKey } from '#src/data/request-key.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { createPendingDrafts } from '#src/widgets/pending-drafts.ts'
import { changedNames, pick, type Values } from './changes.ts'
import { mergeChanges, type Merge } from './merge.ts'
import { isVisible } from './layout.ts'
import { dropDraft, keepDraft, readDraft, type RecordDraft } from './drafts.ts'
import type { RecordCheck } from './record-validator.ts'

interface EditorOptions {
  readonly screen: string
  readonly id: string | null
  /** Id of the signed-in user, whose draft it is. */
  readonly user: number
  readonly fields: readonly Field[]
  /** The stored record, or what a new one starts from. */
  readonly base: Values
  /** Values that count as typed from the start: copied from another, given by the address, or of an earlier version. */
  readonly initial?: Values
}

/** A value that cannot be read or does not fit is told as soon as it is left; the rest waits for the save. */
function issuesOfValue(field: Field, value: unknown): Issue[] {
  if (value === null || value === undefined || field.fields) return []
  const parsed = fieldSchemas[field.type](field).safeParse(value)
  return parsed.success
    ? []
    : parsed.error.issues.slice(0, 1).map((issue) => ({
        path: [field.name],
        code: 'invalid' as const,
        message: daysInWords(issue.message, userLocale()),
      }))
}

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))

/** The state of one open record: values, problems, what changed, and a draft that outlives a reload. */
export function useRecordEditor({ screen, id, user, fields, base: given, initial }: EditorOptions) {
  const [base, setBase] = useState(given)
  const [state, setState] = useState<{ readonly values: Values; readonly issues: readonly Issue[] }>({
    values: { ...given, ...initial },
    issues: [],
  })
  const [offered, setOffered] = useState<RecordDraft | null>(() => readDraft(screen, id, user))
  const [drafts] = useState(() => createPendingDrafts({ listens: true }))
  const latest = useRef(state)
  const done = useRef(false)
  const baseRef = useRef(given)
  // Where no answer came a new record may be saved: sent again under the same key, after a reload too, it is not made twice.
  const request = useRef('')
  request.current ||= requestKey()
  const update = (next: Partial<typeof state>) => {
    latest.current = { ...latest.current, ...next }
    setState(latest.current)
  }
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])
  // What the change of one field settles for others: a hidden field has no problem, an order, or what was refused beside others, is judged anew by the save.
  const stands = ({ path, code }: Issue, name: string, values: Values): boolean => {
    const field = byName.get(String(path[0]))
    if (!field) return true
    const isJudgedAnew =
      (code === 'order' && field.after === name) ||
      (code === 'rejected' && field.rejects?.some(({ when }) => fieldsOf(when).includes(name)))
    return isVisible(field, fields, values) && !isJudgedAnew
  }
  // Beside the values: what is half typed is not checked, and neither shows nor hides other fields.
  const [typing, setTyping] = useState<Values>({})
  const [commit] = useState(() => (name: string, value: unknown) => {
    const field = byName.get(name)
    if (!field) return
    if (drafts.isOverheard()) return setTyping((known) => ({ ...known, [name]: value }))
    setTyping((known) => (name in known ? without(known, name) : known))
    const before = latest.current
    const values = { ...before.values, [name]: value }
    const others = before.issues.filter((issue) => issue.path[0] !== name && stands(issue, name, values))
    latest.current = { values, issues: [...others, ...issuesOfValue(field, value)] }
    setState(latest.current)
  })
  const entered = useMemo(() => ({ ...state.values, ...typing }), [state.values, typing])
  const changed = useMemo(() => changedNames(fields, base, entered), [fields, base, entered])

  useEffect(() => {
    if (done.current || offered) return
    if (changed.length === 0) dropDraft(screen, id)
    else
      keepDraft(screen, id, {
        changes: pick(entered, changed),
        base: pick(base, changed),
        rowVersion: Number(base.row_version ?? 0) || null,
        user,
        request: request.current,
        at: new Date().toISOString(),
      })
  }, [screen, id, user, changed, entered, base, offered])

  const mode: RecordCheck['mode'] = id === null ? 'create' : 'update'
  const check = useMemo<RecordCheck>(() => ({ fields, mode, base }), [fields, mode, base])
  return {
    base,
    check,
    drafts,
    commit,
    changed,
    values: state.values,
    issues: state.issues,
    offered,
    /** The newest values, what is being typed included. */
    collect: (): Values => {
      drafts.flush()
      return latest.current.values
    },
    hasChanges: () => !done.current && changedNames(fields, baseRef.current, latest.current.values).length > 0,
    setIssues: (issues: readonly Issue[]) => update({ issues }),
    setValues: (values: Values) => update({ values, issues: [] }),
    rebase: (record: Values, values: Values) => {
      baseRef.current = record
      setBase(record)
      update({ values, issues: [] })
    },
    /** Takes the draft up again; answers what has to be asked first, where others changed the same since. */
    restore: (): Merge | null => {
      if (!offered) return null
      const current = latest.current.values
      const merged = mergeChanges(fields, { ...current, ...offered.base }, { ...current, ...offered.changes }, current)
      if (merged.collisions.length > 0) return merged
      request.current = offered.request ?? request.current
      update({ values: merged.values, issues: [] })
      setOffered(null)
      return null
    },
    /** Takes the draft up as it was decided. */
    restoreAs: (values: Values) => {
      request.current = offered?.request ?? request.current
      update({ values, issues: [] })
      setOffered(null)
    },
    discardOffer: () => {
      dropDraft(screen, id)
      setOffered(null)
    },
    /** What a new record is sent under, from one save to the next until it is saved. */
    request,
    /** Ends the draft: saved, or given up on purpose. */
    finish: () => {
      done.current = true
      request.current = ''
      dropDraft(screen, id)
    },
  }
}

export type RecordEditor = ReturnType<typeof useRecordEditor>
