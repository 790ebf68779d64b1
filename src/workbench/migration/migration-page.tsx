import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { readersCalendar } from '#src/definition/dates.ts'
import { api } from '#src/data/api.ts'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { saveFile } from '#src/data/download.ts'
import { upload } from '#src/data/upload.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { DownloadIcon, UploadIcon } from '#src/ui/icons.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { DeniedState, ErrorState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { MigrationOutcome, type Outcome } from './migration-outcome.tsx'

interface Table {
  readonly table_name: string
  readonly label: string
  readonly area: string
  readonly area_label: string
}

const send = (file: File, dryRun: boolean) =>
  upload<Outcome>(`migration/upload${dryRun ? '?dry_run=true' : ''}`, file, { method: 'POST', reads: dryRun })

/** Moves configuration between installations: tables are saved as one file, and a file is looked at before it is written. */
export function MigrationPage() {
  const tables = useQuery({
    queryKey: ['migration'],
    queryFn: ({ signal }) => api.get<{ readonly records: readonly Table[] }>('migration', { signal }),
    meta: { quiet: true },
  })
  if (tables.isPending) return <SkeletonLines lines={8} className="p-6" />
  if (tables.error instanceof ApiError && tables.error.status === 403) return <DeniedState />
  if (tables.error)
    return (
      <ErrorState
        title="The tables could not be listed"
        actions={<Button onClick={() => void tables.refetch()}>Try again</Button>}
      >
        {errorMessage(tables.error)}
      </ErrorState>
    )
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        className="mb-5"
        title="Migration"
        description="Take configuration from one installation to another. Records are known by their keys: what is there is changed, what is missing is added, nothing is deleted."
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Take tables={tables.data.records} />
        <Bring />
      </div>
    </div>
  )
}

function Take({ tables }: { tables: readonly Table[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const title = useId()
  const areas = [...new Set(tables.map(({ area }) => area))]
  const toggle = (names: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const name of names)
        if (on) next.add(name)
        else next.delete(name)
      return next
    })
  const save = useMutation({
    mutationFn: () => api.get<object>('migration', { query: { table_names: [...chosen].join(',') } }),
    onSuccess: (content) => {
      const blob = new Blob([JSON.stringify(content, null, 1)], { type: 'application/json' })
      saveFile(blob, `migration-${readersCalendar().today}.json`)
    },
    onError: (error) => notify.error(errorMessage(error)),
    meta: { quiet: true },
  })
  return (
    <section aria-labelledby={title} className="rounded-lg border border-line bg-panel">
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <h2 id={title} className="me-auto font-semibold">
          Take out
        </h2>
        <Button
          icon={DownloadIcon}
          variant="primary"
          disabled={chosen.size === 0}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {chosen.size === 0 ? 'Save a file' : `Save ${chosen.size} ${chosen.size === 1 ? 'table' : 'tables'}`}
        </Button>
      </header>
      <div className="max-h-[32rem] overflow-y-auto px-4 py-3" role="group" aria-labelledby={title}>
        {areas.map((area) => {
          const own = tables.filter((table) => table.area === area)
          const names = own.map(({ table_name: name }) => name)
          const count = names.filter((name) => chosen.has(name)).length
          return (
            <fieldset key={area} className="mb-4">
              <legend className="mb-1">
                <label className="flex items-center gap-2 font-semibold text-ink-2">
                  <Checkbox
                    checked={count === names.length}
                    indeterminate={count > 0 && count < names.length}
                    onChange={(event) => toggle(names, event.currentTarget.checked)}
                  />
                  {own[0]?.area_label}
                </label>
              </legend>
              <ul className="grid gap-x-4 sm:grid-cols-2">
                {own.map(({ table_name: name, label }) => (
                  <li key={name}>
                    <label className="flex min-h-7 items-center gap-2 ps-6">
                      <Checkbox
                        checked={chosen.has(name)}
                        onChange={(event) => toggle([name], event.currentTarget.checked)}
                      />
                      {label}
                    </label>
                  </li>
                ))}
              </ul>
            </fieldset>
          )
        })}
      </div>
    </section>
  )
}

function Bring() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const title = useId()
  const look = useMutation({ mutationFn: (chosen: File) => send(chosen, true), meta: { quiet: true } })
  const write = useMutation({
    mutationFn: (chosen: File) => send(chosen, false),
    onSuccess: ({ records, success_msg: told }) => {
      const failed = records.reduce((sum, table) => sum + table.failed, 0)
      if (failed === 0) notify.success(told)
      else
        notify.warning(`${failed.toLocaleString(userLocale())} records could not be written; the reasons are listed.`)
    },
    meta: { quiet: true },
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFile(chosen)
    write.reset()
    look.mutate(chosen)
  }
  const outcome = write.data ?? look.data
  const problem = write.error ?? look.error
  const changes = look.data?.records.reduce((sum, table) => sum + table.created + table.updated, 0) ?? 0
  return (
    <section aria-labelledby={title} className="rounded-lg border border-line bg-panel">
      <header className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3">
        <h2 id={title} className="me-auto font-semibold">
          Bring in
        </h2>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="File of a migration"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button icon={UploadIcon} busy={look.isPending} onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        {file && look.data && !write.data ? (
          <Button variant="primary" disabled={changes === 0} busy={write.isPending} onClick={() => write.mutate(file)}>
            {changes === 0 ? 'Nothing to write' : `Write ${changes.toLocaleString(userLocale())} records`}
          </Button>
        ) : null}
      </header>
      <div className="px-4 py-3" aria-live="polite">
        {problem ? (
          <p role="alert" className="text-bad">
            {errorMessage(problem)}
          </p>
        ) : null}
        {outcome && file ? (
          <MigrationOutcome outcome={outcome} fileName={file.name} />
        ) : problem ? null : (
          <p className="text-ink-2">
            A file that was saved here or in another installation. It is only looked at first: what would be added and
            changed is shown before anything is written.
          </p>
        )}
      </div>
    </section>
  )
}
