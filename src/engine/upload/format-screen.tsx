import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { screenQuery } from '#src/data/screens.ts'
import { screenSummariesQuery } from '#src/data/screen-summaries.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { Refused } from '#src/widgets/refused.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { wholeFormat, type FormatBody } from './format-body.ts'
import { FormatForm } from './format-form.tsx'
import { formatProblems } from './format-problems.ts'
import { formatsPath } from './paths.ts'
import { SampleFile, type Sample } from './sample-file.tsx'
import { formatQuery, saveFormat, type UploadFormat } from './upload-api.ts'

/** A format without an upload: new by its functionality, or an existing one by its id. */
export function FormatScreen({ of = 'format' }: { readonly of?: 'format' | 'mapping' }) {
  const { id } = useParams()
  const [parameters] = useSearchParams()
  const stored = useQuery({ ...formatQuery(id ?? ''), enabled: id !== undefined })
  const screens = useQuery(screenSummariesQuery)
  const functionality = stored.data?.functionality ?? parameters.get('functionality')
  const name = functionality
    ? screens.data?.find((candidate) => candidate.functionality === functionality)?.name
    : undefined
  const screen = useQuery({ ...screenQuery(name ?? ''), enabled: name !== undefined })
  const error = stored.error ?? screens.error ?? screen.error
  if (error) {
    const again = () => [stored, screens, screen].forEach((query) => query.error && void query.refetch())
    return <LoadFailure isPage title="This format could not be loaded" error={error} onRetry={again} />
  }
  if (screens.data && (id === undefined || stored.data) && name === undefined)
    return (
      <ErrorState
        isPage
        title={`There is nothing to upload with this ${of}`}
        actions={
          <Link to={of === 'mapping' ? '/integration-mappings' : '/upload-formats'} className={buttonClass()}>
            All {of}s
          </Link>
        }
      >
        Its functionality is not known here, or you may not use it.
      </ErrorState>
    )
  if (!screen.data || (id !== undefined && !stored.data)) return <Skeleton className="block h-64" width="100%" />
  if (!screen.data.upload) return <Refused screen={screen.data} act="upload" />
  return <FormatEditor key={stored.data?.id ?? 'new'} screen={screen.data} stored={stored.data} of={of} />
}

interface FormatEditorProps {
  readonly screen: Screen
  readonly stored: UploadFormat | undefined
  readonly of: 'format' | 'mapping'
}

function FormatEditor({ screen, stored, of }: FormatEditorProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const functionality = screen.upload?.functionality ?? ''
  const [name, setName] = useState(stored?.name ?? '')
  const [description, setDescription] = useState(stored?.description ?? '')
  const [format, setFormat] = useState<FormatBody>(() => wholeFormat(stored?.body))
  const [sample, setSample] = useState<Sample | null>(null)
  const problems = useMemo(() => formatProblems(screen, format, sample?.columns ?? null), [screen, format, sample])
  const [failure, setFailure] = useState<string | null>(null)
  const list = of === 'mapping' ? '/integration-mappings' : formatsPath(functionality)
  const save = useMutation({
    mutationFn: saveFormat,
    meta: { quiet: true },
    onError: (error) => setFailure(errorMessage(error)),
    onSuccess: ({ message }) => {
      notify.success(message)
      void client.invalidateQueries({ queryKey: ['upload-format'] })
      void client.invalidateQueries({ queryKey: ['integration-mapping'] })
      void navigate(list)
    },
  })
  const open = Object.keys(problems).length
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        className="mb-5"
        breadcrumbs={
          <Breadcrumbs
            crumbs={[
              {
                label: of === 'mapping' ? 'Mappings' : 'Upload formats',
                link: (label) => (
                  <Link to={list} className="hover:text-ink-1 hover:underline">
                    {label}
                  </Link>
                ),
              },
              { label: stored?.name ?? 'New' },
            ]}
          />
        }
        title={stored ? stored.name : `New ${of} for ${screen.plural.toLowerCase()}`}
        count={stored ? screen.plural : undefined}
        actions={
          <>
            <Button onClick={() => void navigate(list)}>Cancel</Button>
            <Button
              variant="primary"
              busy={save.isPending}
              disabled={name.trim() === '' || open > 0}
              onClick={() =>
                save.mutate({
                  ...(stored ? { id: stored.id, row_version: stored.row_version } : {}),
                  functionality,
                  name: name.trim(),
                  description: description.trim() || null,
                  body: format,
                })
              }
            >
              Save {of}
            </Button>
          </>
        }
      />
      {failure ? (
        <p role="alert" className="mb-4 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-bad">
          {failure}
        </p>
      ) : null}
      <section
        className="mb-4 grid gap-4 rounded-lg border border-line bg-panel p-4 md:grid-cols-2"
        aria-label="Name and sample"
      >
        <FieldFrame label="Name" required>
          {(wiring) => (
            <Input {...wiring} maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </FieldFrame>
        <FieldFrame label="Description">
          {(wiring) => (
            <Input
              {...wiring}
              maxLength={1000}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </FieldFrame>
        <div className="md:col-span-2">
          <SampleFile
            screen={screen}
            format={format}
            sample={sample}
            fromSources={of === 'mapping'}
            onSample={(next) => {
              setSample(next)
              if (next && format.fields.length === 0) setFormat({ ...format, fields: next.suggested })
            }}
          />
        </div>
      </section>
      {open > 0 ? (
        <p className="mb-3 text-ink-2" role="status">
          {open === 1 ? 'One thing is' : `${open} things are`} still to be done before the format can be saved.
        </p>
      ) : null}
      <FormatForm
        screen={screen}
        format={format}
        columns={sample?.columns ?? null}
        lines={sample?.lines ?? []}
        problems={problems}
        onChange={setFormat}
      />
    </div>
  )
}
