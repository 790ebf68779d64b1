import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { fillPath, type Screen } from '#src/definition'
import type { RecordLabels } from '#src/data/records.ts'
import { notify } from '#src/ui/notify.ts'
import { FileTargetContext } from '#src/widgets/files/file-target.ts'
import { PendingDraftsContext } from '#src/widgets/pending-drafts.ts'
import { useReferenceHref } from '#src/widgets/use-reference-href.ts'
import { userLocale } from '#src/widgets/user-locale.ts'
import type { Values } from './changes.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { IssueSummary } from './issue-summary.tsx'
import { layoutOf } from './layout.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { RecordContext, ValuesContext, type RecordContextValue } from './record-context.ts'
import { RecordForm } from './record-form.tsx'
import { RecordHeader } from './record-header.tsx'
import { SaveBar } from './save-bar.tsx'
import { useFormKeys } from './use-form-keys.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useRecordEditor } from './use-record-editor.ts'
import { useRecordLock } from './use-record-lock.ts'
import { useSaveRecord } from './use-save-record.ts'

export interface RecordEditorProps {
  readonly screen: Screen
  /** null: a new record. */
  readonly id: string | null
  readonly base: Values
  readonly initial?: Values
  readonly labels?: RecordLabels
}

const noLabels: RecordLabels = {}

/** A record while it is written: the form, its problems, the bar to save it. */
export function RecordEditor({ screen, id, base, initial, labels = noLabels }: RecordEditorProps) {
  const navigate = useNavigate()
  const locale = userLocale()
  const editor = useRecordEditor({ screen: screen.name, id, fields: screen.fields, base, initial })
  const referenceHref = useReferenceHref()
  const guard = useLeaveGuard(() => {
    editor.drafts.flush()
    return editor.drafts.isHeld() || editor.hasChanges()
  })
  const viewPath = (key: string | number) => fillPath(screen.form?.view ?? '', { id: key })
  const back = id === null ? (screen.list?.path ?? '/') : viewPath(id)
  const leave = (to: string, replace = false) => {
    guard.release()
    void navigate(to, { replace })
  }
  const saving = useSaveRecord(screen, id, editor, (record) => leave(viewPath(record.id), true))
  useRecordLock(screen.name, id, (message) => {
    notify.error(message)
    leave(back, true)
  })
  const save = () => {
    if (saving.save() === 'nothing') leave(back, true)
  }
  const cancel = () => void navigate(back)
  useFormKeys({ onSave: save, onEscape: cancel })
  const [formId] = useState(() => `record-form-${screen.name}`)
  const fields = useMemo(() => new Map(screen.fields.map((field) => [field.name, field])), [screen])
  const { commit } = editor
  const context = useMemo<RecordContextValue>(
    () => ({
      fields,
      sections: layoutOf(screen),
      mode: id === null ? 'create' : 'update',
      locale,
      busy: false,
      labels,
      base: editor.base,
      commit,
      referenceHref,
    }),
    [fields, screen, id, locale, labels, editor.base, commit, referenceHref],
  )
  const target = useMemo(() => ({ screen: screen.name }), [screen.name])
  const values = useMemo(() => ({ values: editor.values, issues: editor.issues }), [editor.values, editor.issues])
  useEffect(() => {
    if (id === null) document.querySelector<HTMLElement>(`#${formId} input:not([disabled]), #${formId} select`)?.focus()
  }, [id, formId])
  return (
    <PendingDraftsContext value={editor.drafts}>
      <RecordContext value={context}>
        <FileTargetContext value={target}>
          <ValuesContext value={values}>
            <div className="mx-auto flex w-full max-w-5xl flex-col">
              <RecordHeader
                screen={screen}
                mode={id === null ? 'new' : 'edit'}
                record={id === null ? null : editor.base}
                labels={labels}
              />
              {editor.offered ? (
                <DraftOffer
                  draft={editor.offered}
                  locale={locale}
                  fields={fields}
                  onRestore={editor.restore}
                  onDiscard={editor.discardOffer}
                />
              ) : null}
              <IssueSummary
                issues={editor.issues}
                fields={fields}
                order={context.sections.flatMap((section) => section.rows.flat().map((field) => field.name))}
                attempt={saving.attempt}
              />
              {saving.failure ? (
                <p role="alert" className="mb-4 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-bad">
                  {saving.failure} Nothing was saved; what you entered is still here.
                </p>
              ) : null}
              <RecordForm
                id={formId}
                check={editor.check}
                values={editor.values}
                issues={editor.issues}
                onSubmit={save}
              />
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
            {saving.conflict ? (
              <ConflictDialog
                collisions={saving.conflict.collisions}
                labels={labels}
                locale={locale}
                onResolve={saving.resolve}
                onClose={saving.closeConflict}
              />
            ) : null}
            <LeaveDialog blocker={guard.blocker} changes={editor.changed.length} onLeave={editor.finish} />
          </ValuesContext>
        </FileTargetContext>
      </RecordContext>
    </PendingDraftsContext>
  )
}
