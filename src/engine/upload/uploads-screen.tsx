import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { screenSummariesQuery } from '#src/data/screen-summaries.ts'
import { Button } from '#src/ui/button.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { Tag, type TagTone } from '#src/ui/tag.tsx'
import { userLocale } from '#src/widgets/user-locale.ts'
import { uploadPath } from './paths.ts'
import { uploadsQuery, type Upload, type UploadState } from './upload-api.ts'
import { rejectedOf } from './upload-figures.ts'

const limit = 25

const states: Record<UploadState, { readonly words: string; readonly tone: TagTone }> = {
  staging: { words: 'Being read', tone: 'accent' },
  staged: { words: 'Columns to be matched', tone: 'neutral' },
  checking: { words: 'Being checked', tone: 'accent' },
  checked: { words: 'Waiting for your decision', tone: 'warn' },
  committing: { words: 'Being written', tone: 'accent' },
  committed: { words: 'Imported', tone: 'ok' },
  failed: { words: 'Failed', tone: 'bad' },
  cancelled: { words: 'Cancelled', tone: 'neutral' },
  undone: { words: 'Taken back', tone: 'neutral' },
}

/** Every file that was uploaded, what became of it, and the way back into what is not finished. */
export function UploadsScreen() {
  const locale = userLocale()
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const page = Math.max(1, Number(parameters.get('page') ?? 1) || 1)
  const uploads = useQuery({ ...uploadsQuery(page, limit), placeholderData: keepPreviousData, meta: { quiet: true } })
  const screens = useQuery(screenSummariesQuery)
  const routes = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).flatMap(([, boot]) => boot?.routes ?? [])
  const pathOf = (upload: Upload): string | null => {
    const route = routes.find(([, name, kind]) => name === upload.screen && kind === 'upload')
    return route ? uploadPath(route[0], upload) : null
  }
  const total = uploads.data?.total_record ?? 0
  const pages = Math.max(1, Math.ceil(total / limit))
  const number = new Intl.NumberFormat(locale)
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        className="mb-5"
        title="Uploads"
        count={uploads.data ? number.format(total) : undefined}
        description="Files that were sent, what became of them, and the way back into what is not finished."
      />
      {uploads.isError ? (
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
      ) : uploads.data.records.length === 0 ? (
        <EmptyState title="No uploads yet">
          Open a list, such as sales data, and choose Upload. Every file you send is then found here.
        </EmptyState>
      ) : (
        <div
          className="overflow-x-auto rounded-lg border border-line bg-panel"
          role="region"
          aria-label="Table of uploads"
          tabIndex={0}
        >
          <table className="w-full border-collapse text-left">
            <thead className="text-sm text-ink-2">
              <tr className="border-b border-line">
                {['File', 'Into', 'State', 'Lines', 'Rejected', 'By', 'When'].map((title) => (
                  <th
                    key={title}
                    scope="col"
                    className={`px-4 py-2 font-semibold ${title === 'Lines' || title === 'Rejected' ? 'text-right' : ''}`}
                  >
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {uploads.data.records.map((upload) => {
                const path = pathOf(upload)
                const state = states[upload.state]
                const { done = 0, total: whole = 0 } = upload.progress ?? {}
                return (
                  <tr key={upload.id} className="h-row border-b border-line last:border-0 hover:bg-hover">
                    <td className="max-w-80 truncate px-4" data-truncate="">
                      {path ? (
                        <Link to={path} className="text-accent-ink hover:underline">
                          {upload.file_name}
                        </Link>
                      ) : (
                        upload.file_name
                      )}
                    </td>
                    <td className="px-4">
                      {screens.data?.find((screen) => screen.name === upload.screen)?.plural ?? upload.screen}
                    </td>
                    <td className="px-4">
                      <Tag tone={state.tone}>{state.words}</Tag>
                      {state.tone === 'accent' ? (
                        <Progress
                          className="mt-1 w-32"
                          label={`${upload.file_name}: ${state.words}`}
                          value={whole > 0 && done > 0 ? done : null}
                          max={whole}
                        />
                      ) : null}
                    </td>
                    <td className="px-4 text-right tabular-nums">{number.format(upload.rows)}</td>
                    <td
                      className={`px-4 text-right tabular-nums ${rejectedOf(upload) > 0 ? 'text-bad' : 'text-ink-3'}`}
                    >
                      {upload.counts ? number.format(rejectedOf(upload)) : ''}
                    </td>
                    <td className="px-4">{upload.user}</td>
                    <td className="px-4 whitespace-nowrap text-ink-2">
                      {upload.created_at
                        ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
                            new Date(upload.created_at),
                          )
                        : ''}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 ? (
        <nav aria-label="Pages of uploads" className="mt-3 flex items-center gap-3 text-ink-2">
          <Button size="sm" disabled={page <= 1} onClick={() => setParameters({ page: String(page - 1) })}>
            Newer
          </Button>
          Page {page} of {pages}
          <Button size="sm" disabled={page >= pages} onClick={() => setParameters({ page: String(page + 1) })}>
            Older
          </Button>
        </nav>
      ) : null}
    </div>
  )
}
