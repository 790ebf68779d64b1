import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { screenSummariesQuery } from '#src/data/screen-summaries.ts'
import { Button } from '#src/ui/button.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { uploadPath } from './paths.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { UploadLine } from './upload-line.tsx'
import { isRunning, uploadsQuery, type Upload } from './upload-api.ts'

const limit = 25
const heads = ['File', 'Into', 'State', 'New', 'Changed', 'Rejected', 'By', 'When']
const figures = new Set(['New', 'Changed', 'Rejected'])

/** Every file that was uploaded, what became of it, the way back into what is not finished, and back out of what was imported. */
export function UploadsScreen() {
  const locale = userLocale()
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const page = Math.max(1, Number(parameters.get('page') ?? 1) || 1)
  const functionality = parameters.get('functionality')
  const uploads = useQuery({
    ...uploadsQuery(page, limit, functionality),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
  const screens = useQuery(screenSummariesQuery)
  const [undoing, setUndoing] = useState<Upload | null>(null)
  const work = useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, action, json = {} }: { id: number; action: 'undo' | 'cancel'; json?: unknown }) =>
      api.post(`uploads/${id}/${action}`, { json }),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['uploads'] }),
  })
  const pathOf = (upload: Upload): string | null => {
    const path = screens.data?.find(({ name }) => name === upload.screen)?.upload_path
    return path ? uploadPath(path, upload) : null
  }
  const uploadable = (screens.data ?? []).flatMap((screen) =>
    screen.functionality ? [{ value: screen.functionality, label: screen.plural }] : [],
  )
  const total = uploads.data?.total_record ?? 0
  const pages = Math.max(1, Math.ceil(total / limit))
  const number = new Intl.NumberFormat(locale)
  const go = (next: Readonly<Record<string, string | null>>) =>
    setParameters((before) => {
      const changed = new URLSearchParams(before)
      for (const [name, value] of Object.entries(next)) {
        if (value) changed.set(name, value)
        else changed.delete(name)
      }
      return changed
    })
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        className="mb-5"
        title="Uploads"
        count={uploads.data ? number.format(total) : undefined}
        description="Files that were sent, what became of them, and the way back into what is not finished."
        actions={
          uploadable.length > 1 ? (
            <span className="w-56">
              <Select
                aria-label="Uploads into"
                value={functionality ?? ''}
                placeholder="Into all screens"
                options={uploadable}
                onChange={(event) => go({ functionality: event.target.value, page: null })}
              />
            </span>
          ) : undefined
        }
      />
      {uploads.isError && !uploads.data ? (
        <ErrorState
          title="The uploads could not be loaded"
          actions={<Button onClick={() => void uploads.refetch()}>Try again</Button>}
        >
          {errorMessage(uploads.error)}
        </ErrorState>
      ) : uploads.isPending ? (
        <div role="status" aria-label="Loading uploads" className="rounded-lg border border-line bg-panel p-5">
          <SkeletonLines lines={8} />
        </div>
      ) : uploads.data?.records.length === 0 ? (
        <EmptyState title={functionality ? 'No uploads into this screen yet' : 'No uploads yet'}>
          Open a list, such as sales data, and choose Upload. Every file you send is then found here.
        </EmptyState>
      ) : (
        <div
          className="overflow-x-auto rounded-lg border border-line bg-panel"
          role="region"
          aria-label="Table of uploads"
          tabIndex={0}
        >
          <table className="phone-lines w-full border-collapse text-left sm:min-w-[60rem]">
            <thead className="text-sm text-ink-2">
              <tr className="border-b border-line">
                {heads.map((title) => (
                  <th
                    key={title}
                    scope="col"
                    className={`px-4 py-2 font-semibold whitespace-nowrap ${figures.has(title) ? 'text-right' : ''}`}
                  >
                    {title}
                  </th>
                ))}
                <th scope="col" className="w-12">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {uploads.data?.records.map((upload) => (
                <UploadLine
                  key={upload.id}
                  upload={upload}
                  path={pathOf(upload)}
                  into={screens.data?.find((screen) => screen.name === upload.screen)?.plural ?? upload.screen}
                  locale={locale}
                  onUndo={() => setUndoing(upload)}
                  onCancel={() =>
                    work.mutate({
                      id: upload.id,
                      action: 'cancel',
                      json: isRunning(upload.state) ? { of: upload.state } : {},
                    })
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {uploads.isError && uploads.data ? (
        <p role="alert" className="mt-3 text-bad">
          What is shown may be old. {errorMessage(uploads.error)}
        </p>
      ) : null}
      {pages > 1 ? (
        <nav aria-label="Pages of uploads" className="mt-3 flex items-center gap-3 text-ink-2">
          <Button size="sm" disabled={page <= 1} onClick={() => go({ page: String(page - 1) })}>
            Newer
          </Button>
          Page {page} of {pages}
          <Button size="sm" disabled={page >= pages} onClick={() => go({ page: String(page + 1) })}>
            Older
          </Button>
        </nav>
      ) : null}
      {undoing ? (
        <UndoDialog
          uploadId={undoing.id}
          screen={null}
          locale={locale}
          onConfirm={() => {
            work.mutate({ id: undoing.id, action: 'undo' })
            setUndoing(null)
          }}
          onClose={() => setUndoing(null)}
        />
      ) : null}
    </div>
  )
}
