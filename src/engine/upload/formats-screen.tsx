import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { screenSummariesQuery } from '#src/data/screen-summaries.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CopyIcon, EditIcon, MoreIcon, PlusIcon, TrashIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { DeniedState, EmptyState, ErrorState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { formatCloned } from './failure.ts'
import { formatPath, newFormatPath } from './paths.ts'
import { deleteFormat, formatsQuery, type UploadFormat } from './upload-api.ts'

/** The saved formats of a functionality, or of all: made, changed, copied and deleted here. */
export function FormatsScreen({ functionality: fixed }: { readonly functionality?: string | undefined }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [parameters, setParameters] = useSearchParams()
  const functionality = fixed ?? parameters.get('functionality')
  const screens = useQuery(screenSummariesQuery)
  const formats = useQuery({ ...formatsQuery(functionality), meta: { quiet: true } })
  const [deleting, setDeleting] = useState<UploadFormat | null>(null)
  const nameOf = (name: string): string => screens.data?.find((screen) => screen.functionality === name)?.plural ?? name
  const choices = (screens.data ?? [])
    .flatMap((screen) => (screen.functionality ? [{ value: screen.functionality, label: screen.plural }] : []))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const changed = () => client.invalidateQueries({ queryKey: ['upload-format'] })
  const clone = useMutation({
    mutationFn: (format: UploadFormat) => api.post(`clone-format/${format.id}`),
    onSuccess: () => {
      notify.success(formatCloned)
      return changed()
    },
  })
  const remove = useMutation({
    mutationFn: deleteFormat,
    onSuccess: (message) => {
      setDeleting(null)
      notify.success(message)
      return changed()
    },
  })
  const create = functionality ? (
    <Link to={newFormatPath(functionality)} className={buttonClass('primary')}>
      <PlusIcon className="-ml-0.5" />
      New format
    </Link>
  ) : null
  const date = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  // Formats are for whoever may upload something.
  if (screens.data && choices.length === 0) return <DeniedState title="You may not upload anything" />
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHeader
        className="mb-5"
        title={fixed ? `Upload formats: ${nameOf(fixed)}` : 'Upload formats'}
        count={formats.data ? formats.data.length : undefined}
        description="A format remembers which column of a file becomes which field, and how the file is written."
        actions={
          <>
            {fixed ? null : (
              <span className="w-64">
                <Select
                  aria-label="Formats for"
                  value={functionality ?? ''}
                  onChange={(event) =>
                    setParameters(event.target.value ? { functionality: event.target.value } : {}, { replace: true })
                  }
                  placeholder="All functionalities"
                  options={choices}
                />
              </span>
            )}
            {create}
          </>
        }
      />
      {formats.isError ? (
        <ErrorState
          title="The formats could not be loaded"
          actions={<Button onClick={() => void formats.refetch()}>Try again</Button>}
        >
          {errorMessage(formats.error)}
        </ErrorState>
      ) : formats.isPending ? (
        <div role="status" aria-label="Loading formats" className="rounded-lg border border-line bg-panel p-5">
          <SkeletonLines lines={6} />
        </div>
      ) : formats.data.length === 0 ? (
        <EmptyState title="No formats yet" actions={create}>
          {functionality
            ? 'Make one here, or save one while you match the columns of a file.'
            : 'Choose what is to be uploaded, then make a format for it.'}
        </EmptyState>
      ) : (
        <div
          className="overflow-x-auto rounded-lg border border-line bg-panel"
          role="region"
          aria-label="Table of formats"
          tabIndex={0}
        >
          <table className="phone-lines w-full border-collapse text-left">
            <thead className="text-sm text-ink-2">
              <tr className="border-b border-line">
                <th scope="col" className="px-4 py-2 font-semibold">
                  Name
                </th>
                <th scope="col" className="px-4 py-2 font-semibold">
                  For
                </th>
                <th scope="col" className="px-4 py-2 text-right font-semibold">
                  Fields
                </th>
                <th scope="col" className="px-4 py-2 font-semibold">
                  Changed
                </th>
                <th scope="col" className="w-16 px-4 py-2">
                  <span className="sr-only">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {formats.data.map((format) => (
                <tr key={format.id} className="h-row border-b border-line last:border-0 hover:bg-hover">
                  <td className="max-w-96 px-4">
                    <Link to={formatPath(format.id)} className="text-accent-ink hover:underline">
                      {format.name}
                    </Link>
                    {format.description ? <span className="ml-2 text-ink-3">{format.description}</span> : null}
                  </td>
                  <td className="px-4">{nameOf(format.functionality)}</td>
                  <td className="px-4 text-right tabular-nums" data-label="Fields">
                    {format.body.fields?.length ?? 0}
                  </td>
                  <td className="px-4 whitespace-nowrap text-ink-2">
                    {format.updated_at ? date.format(new Date(format.updated_at)) : ''}
                  </td>
                  <td className="px-4 text-right" data-menu="">
                    <Menu
                      label={`Actions for ${format.name}`}
                      align="end"
                      trigger={(props) => (
                        <IconButton {...props} icon={MoreIcon} size="sm" label={`Actions for ${format.name}`} />
                      )}
                      items={[
                        { label: 'Edit', icon: EditIcon, onSelect: () => void navigate(formatPath(format.id)) },
                        { label: 'Clone', icon: CopyIcon, onSelect: () => clone.mutate(format) },
                        'separator',
                        { label: 'Delete', icon: TrashIcon, danger: true, onSelect: () => setDeleting(format) },
                      ]}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title={`Delete ${deleting?.name ?? ''}?`}
        confirmLabel="Delete format"
        danger
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
        onClose={() => setDeleting(null)}
      >
        Files can then no longer be read with it. What was imported with it stays.
      </ConfirmDialog>
    </div>
  )
}
