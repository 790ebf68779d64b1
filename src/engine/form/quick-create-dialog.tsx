import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { validateRecord, type Field, type Screen } from '#src/definition'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { recordChanges } from '#src/data/records.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { notify } from '#src/ui/notify.ts'
import type { InputIssue } from '#src/widgets/input.ts'
import { ParameterForm } from '#src/widgets/parameter-form.tsx'
import type { QuickCreateRequest } from '#src/widgets/quick-create-context.ts'
import { readersCalendar } from '#src/definition/dates.ts'
import { userLocale } from '#src/data/user-locale.ts'
import type { Values } from './changes.ts'
import { defaultsOf } from './layout.ts'

/** What has to be known of a new record: its key, its title and what it requires. */
function askedFields({ fields, table, title }: Screen): readonly Field[] {
  const key = new Set(table?.key ?? [])
  return fields.filter(
    (field) =>
      !field.readOnly &&
      !field.hidden &&
      (key.has(field.name) || field.name === title || field.required || field.requiredWhenVisible),
  )
}

/** What was searched for becomes the key where it can be one, else the title. */
function startOf(screen: Screen, text: string): Values {
  if (text === '') return {}
  const key = screen.fields.find(({ name }) => name === screen.table?.key[0])
  const isKey = key && !/\s/.test(text) && /\d/.test(text)
  const name = isKey ? key.name : (screen.title ?? key?.name)
  return name === undefined ? {} : { [name]: isKey && key.upper ? text.toUpperCase() : text }
}

/** Creates a missing record without leaving the one that refers to it. */
export function QuickCreateDialog({ request, onClose }: { request: QuickCreateRequest; onClose: () => void }) {
  const { screen, text, onCreated } = request
  const id = useId()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [issues, setIssues] = useState<readonly InputIssue[]>([])
  useEffect(() => {
    // The first that is still to be given; radix would take the button to close.
    const empty = [...document.querySelectorAll<HTMLInputElement>(`#${CSS.escape(id)} input`)].find(
      ({ value }) => value === '',
    )
    requestAnimationFrame(() => empty?.focus())
  }, [id])
  const label = screen.label.toLowerCase()
  const asked = askedFields(screen)
  const tell = (found: readonly InputIssue[], message: string) => {
    const names = new Set(asked.map(({ name }) => name))
    const elsewhere = found.filter(({ path }) => !names.has(String(path[0])))
    setIssues(found)
    setProblem(found.length === 0 ? message : elsewhere.map((issue) => issue.message).join('. ') || null)
  }
  const create = async (values: Readonly<Record<string, unknown>>) => {
    const given = { ...defaultsOf(screen.fields), ...values }
    const checked = validateRecord(screen.fields, given, { mode: 'create', ...readersCalendar() })
    if (checked.issues.length > 0) return tell(checked.issues, '')
    setBusy(true)
    try {
      const record = await recordChanges(client, screen.endpoint ?? screen.name).create(checked.values)
      await client.invalidateQueries({ queryKey: ['dropdown-search', screen.name] })
      const key = String(record[screen.table?.key[0] ?? 'id'])
      notify.success(screen.messages.created)
      onClose()
      onCreated({ value: key, label: String(record[screen.title ?? ''] ?? key) })
    } catch (error) {
      tell(error instanceof ApiError ? error.issues : [], errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`New ${label}`}
      description="What it needs to be used here. The rest can be added later."
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={id} busy={busy}>
            Create and use it
          </Button>
        </>
      }
    >
      {problem === null ? null : (
        <p role="alert" className="mb-3 rounded border border-bad bg-bad-soft px-3 py-2 text-bad">
          {problem}
        </p>
      )}
      <ParameterForm
        id={id}
        label={`New ${label}`}
        fields={asked}
        initial={startOf(screen, text)}
        locale={userLocale()}
        issues={issues}
        onSubmit={create}
      />
    </Dialog>
  )
}
