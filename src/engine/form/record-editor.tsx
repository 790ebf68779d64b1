import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { fillPath, whyFixed, type Screen } from '#src/definition'
import type { RecordLabels } from '#src/data/records.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { useProfileId } from '#src/widgets/use-profile-id.ts'
import { useReferenceHref } from '#src/widgets/use-reference-href.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { pick, type Values } from './changes.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { EditorProviders } from './editor-providers.tsx'
import { IssueSummary } from './issue-summary.tsx'
import { useFormShape } from './form-shape.ts'
import { layoutOf } from './layout.ts'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'
import type { Merge } from './merge.ts'
import type { RecordContextValue } from './record-context.ts'
import { RecordForm } from './record-form.tsx'
import { RecordHeader } from './record-header.tsx'
import { SaveBar } from './save-bar.tsx'
import { SaveFailureNotice } from './save-failure.tsx'
import { SectionNavigation } from './section-navigation.tsx'
import { useFormKeys } from './use-form-keys.ts'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import { useRecordEditor } from './use-record-editor.ts'
import { useSaveRecord } from './use-save-record.ts'

export interface RecordEditorProps {
  readonly screen: Screen
  /** null: a new record. */
  readonly id: string | null
  readonly base: Values
  readonly initial?: Values
  readonly labels?: RecordLabels
  /** What the record is called that a new one is a copy of. */
  readonly copyOf?: string | undefined
  /** What is to be known about the record before one goes on. */
  readonly notice?: ReactNode
}

const noLabels: RecordLabels = {}

/** A record while it is written: the form, its problems, the bar to save it. */
export function RecordEditor({ screen, id, base, initial, labels = noLabels, copyOf, notice }: RecordEditorProps) {
  const navigate = useNavigate()
  const locale = userLocale()
  const allowed = useAllowed()
  const [restoring, setRestoring] = useState<Merge | null>(null)
  const user = useProfileId()()
  const editor = useRecordEditor({ screen: screen.name, id, user, fields: screen.fields, base, initial })
  const guard = useLeaveGuard(() => {
    editor.drafts.flush()
    return editor.drafts.isHeld() || editor.hasChanges()
  })
  const viewPath = (key: string | number) => fillPath(screen.form?.view ?? '', { id: key })
  const back = id === null ? (screen.list?.path ?? '/') : viewPath(id)
  const leave = (to: string, replace = false, values?: Values) => {
    guard.release()
    void navigate(to, { replace, state: values && { values } })
  }
  const saving = useSaveRecord(screen, id, user, editor, (record, since) => {
    const edit = Object.keys(since).length > 0 ? screen.form?.edit : undefined
    if (edit) leave(fillPath(edit, { id: record.id }), true, since)
    else leave(viewPath(record.id), true)
  })
  const save = () => {
    if (saving.save() === 'nothing') leave(back, true)
  }
  const cancel = () => void navigate(back)
  useFormKeys({ onSave: save, onEscape: cancel })
  // The same for every drawing, so that the form is not drawn anew with the bar.
  const pressed = useRef(save)
  useEffect(() => {
    pressed.current = save
  })
  const [submit] = useState(() => () => pressed.current())
  const [formId] = useState(() => `record-form-${screen.name}`)
  const context = useRecordContextValue(screen, id, editor, labels, locale)
  useEffect(() => {
    if (id === null) document.querySelector<HTMLElement>(`#${formId} input:not([disabled]), #${formId} select`)?.focus()
  }, [id, formId])
  const createAnew = () => {
    const values = pick(editor.collect(), [...context.fields.keys()])
    editor.finish()
    leave(screen.form?.create ?? back, true, values)
  }
  return (
    <EditorProviders screen={screen} editor={editor} context={context}>
      <div className="mx-auto flex w-full max-w-5xl flex-col">
        <RecordHeader
          screen={screen}
          mode={id === null ? 'new' : 'edit'}
          record={id === null ? null : editor.base}
          labels={labels}
          copyOf={copyOf}
        />
        {notice}
        {editor.offered ? (
          <DraftOffer
            draft={editor.offered}
            locale={locale}
            fields={context.fields}
            onRestore={() => setRestoring(editor.restore())}
            onDiscard={editor.discardOffer}
          />
        ) : null}
        <SectionNavigation changed={editor.changed} />
        <IssueSummary
          issues={editor.issues}
          fields={context.fields}
          order={context.sections.flatMap((section) => section.rows.flat().map((field) => field.name))}
          attempt={saving.attempt}
        />
        {saving.failure ? (
          <SaveFailureNotice
            failure={saving.failure}
            label={screen.label.toLowerCase()}
            busy={saving.saving}
            onSend={save}
            onCreate={allowed(screen.access.create) ? createAnew : undefined}
          />
        ) : null}
        <RecordForm id={formId} check={editor.check} values={editor.values} issues={editor.issues} onSubmit={submit} />
        <SaveBar
          changes={editor.changed.length}
          issues={editor.issues.length}
          isNew={id === null}
          saving={saving.saving}
          waiting={saving.waiting}
          onSave={save}
          onCancel={cancel}
        />
      </div>
      <ConfirmDialog
        open={saving.question !== null}
        title="Save it all the same?"
        confirmLabel="Save anyway"
        busy={saving.saving}
        onConfirm={() => saving.answer(true)}
        onClose={() => saving.answer(false)}
      >
        {saving.question}
      </ConfirmDialog>
      {saving.conflict ? (
        <ConflictDialog
          merge={saving.conflict.merge}
          by={saving.conflict.by}
          labels={labels}
          locale={locale}
          resolveLabel="Save these values"
          onResolve={saving.resolve}
          onClose={saving.closeConflict}
        />
      ) : null}
      {restoring ? (
        <ConflictDialog
          merge={restoring}
          by={{ words: 'It was saved after you had typed this.', isUser: null }}
          labels={labels}
          locale={locale}
          resolveLabel="Take these values"
          onResolve={(chosen) => {
            setRestoring(null)
            editor.restoreAs(chosen)
          }}
          onClose={() => setRestoring(null)}
        />
      ) : null}
      <LeaveDialog blocker={guard.blocker} changes={editor.changed.length} onLeave={editor.finish} />
    </EditorProviders>
  )
}

/** What the fields need; the same while one types, so that they render only for themselves. */
function useRecordContextValue(
  screen: Screen,
  id: string | null,
  { base, commit }: Pick<ReturnType<typeof useRecordEditor>, 'base' | 'commit'>,
  labels: RecordLabels,
  locale: string,
): RecordContextValue {
  const referenceHref = useReferenceHref()
  const shape = useFormShape(screen)
  return useMemo(
    () => ({
      fields: new Map(screen.fields.map((field) => [field.name, field])),
      sections: layoutOf(screen),
      shape,
      mode: id === null ? 'create' : 'update',
      locale,
      busy: false,
      labels,
      base,
      commit,
      stays: (name) => id !== null && whyFixed(screen, base, name) !== undefined,
      referenceHref,
    }),
    [screen, id, locale, labels, base, commit, referenceHref, shape],
  )
}
