import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { applications } from '#src/definition'
import { queryTypes } from '#src/definition/query/query.ts'
import { api } from '#src/data/api.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input, Textarea } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import type { FormatDraft } from './query-api.ts'

const rolesQuery = {
  queryKey: ['queries', 'roles'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ records: { id: number; name: string }[] }>('dynamic-query-roles', { signal })).records,
  meta: { quiet: true },
  staleTime: 5 * 60_000,
}

interface SaveQueryDialogProps {
  readonly title: string
  readonly saveLabel: string
  readonly initial: FormatDraft
  readonly onSave: (draft: FormatDraft) => Promise<void>
  readonly onClose: () => void
}

/** Names a query and says who finds it. Stays open, with the reason, where it could not be saved. */
export function SaveQueryDialog({ title, saveLabel, initial, onSave, onClose }: SaveQueryDialogProps) {
  const [draft, setDraft] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const [isUnnamed, setUnnamed] = useState(false)
  const mayManage = useAllowed()('queries.manage')
  const roles = useQuery(rolesQuery)
  const put = (change: Partial<FormatDraft>) => setDraft({ ...draft, ...change })
  const nameIssue = problem instanceof ApiError ? problem.issues.find(({ path }) => path[0] === 'name') : undefined
  const wrongName = isUnnamed && draft.name.trim() === '' ? 'Give the query a name.' : nameIssue?.message
  const issue = problem instanceof ApiError ? problem.issues[0] : undefined
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    setUnnamed(draft.name.trim() === '')
    if (draft.name.trim() === '') return
    setBusy(true)
    setProblem(null)
    try {
      const role = draft.audience === 'role' ? (draft.role_id ?? roles.data?.[0]?.id ?? null) : null
      await onSave({ ...draft, name: draft.name.trim(), description: draft.description?.trim() || null, role_id: role })
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void submit()}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <FieldFrame label="Name" required error={wrongName}>
          {(wiring) => (
            <Input
              {...wiring}
              autoFocus
              maxLength={80}
              value={draft.name}
              onChange={(event) => put({ name: event.target.value })}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Description" help="What it answers, for whoever finds it in the list.">
          {(wiring) => (
            <Textarea
              {...wiring}
              rows={2}
              maxLength={400}
              value={draft.description ?? ''}
              onChange={(event) => put({ description: event.target.value })}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Who finds it" help="Nobody sees in it more than he may see elsewhere.">
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.audience}
              options={[
                { value: 'own', label: 'Only I' },
                { value: 'role', label: 'Everybody with a role', disabled: roles.data?.length === 0 },
                { value: 'everyone', label: 'Everybody who may run queries' },
              ]}
              onChange={(event) => put({ audience: event.target.value as FormatDraft['audience'] })}
            />
          )}
        </FieldFrame>
        {draft.audience === 'role' ? (
          <FieldFrame label="Role">
            {(wiring) => (
              <Select
                {...wiring}
                value={String(draft.role_id ?? roles.data?.[0]?.id ?? '')}
                options={(roles.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                onChange={(event) => put({ role_id: Number(event.target.value) })}
              />
            )}
          </FieldFrame>
        ) : null}
        <FieldFrame label="Found under">
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.query_type}
              options={queryTypes
                .filter(({ value }) => mayManage || value !== 'predefined_query' || value === initial.query_type)
                .map(({ value, plural }) => ({ value, label: plural }))}
              onChange={(event) => put({ query_type: event.target.value as FormatDraft['query_type'] })}
            />
          )}
        </FieldFrame>
        <FieldFrame label="Application">
          {(wiring) => (
            <Select
              {...wiring}
              value={draft.app_type ?? ''}
              placeholder="Every application"
              options={applications.map((name) => ({ value: name, label: name }))}
              onChange={(event) => put({ app_type: event.target.value || null })}
            />
          )}
        </FieldFrame>
        <Checkbox
          label="Open the whole result in the grid, to group and pivot it"
          checked={draft.opens_in_grid}
          onChange={(event) => put({ opens_in_grid: event.target.checked })}
        />
        {problem !== null && !wrongName ? (
          <p role="alert" className="text-bad">
            {issue?.message ?? errorMessage(problem)}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}
