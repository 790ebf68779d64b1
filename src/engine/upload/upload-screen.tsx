import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { api } from '#src/data/api.ts'
import { recordKeys } from '#src/data/records.ts'
import { screenQuery, type ServedScreen } from '#src/data/screens.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { Refused } from '#src/widgets/refused.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { uploadWarning, wasStopped } from './failure.ts'
import { wholeFormat } from './format-body.ts'
import { formatProblems } from './format-problems.ts'
import { rematched } from './column-match.ts'
import { formatsPath } from './paths.ts'
import { StepCheck } from './step-check.tsx'
import { StepColumns } from './step-columns.tsx'
import { StepFile } from './step-file.tsx'
import { Stepper, type Step } from './stepper.tsx'
import { StepResult } from './step-result.tsx'
import { formatsQuery, isRunning, uploadKey, uploadQuery, type Upload } from './upload-api.ts'
import { useCorrections } from './use-corrections.ts'
import { useMappingDraft } from './use-mapping-draft.ts'
import { final, useSteps } from './use-steps.ts'
import { WorkInProgress } from './work-in-progress.tsx'

/** How far an import has come. */
function reachedBy(upload: Upload | undefined): Step {
  if (!upload || upload.kept === false)
    return upload && ['committed', 'undone', 'failed', 'cancelled'].includes(upload.state) ? 'result' : 'file'
  if (upload.state === 'staged' || upload.state === 'checking') return 'columns'
  return upload.state === 'checked' ? 'check' : 'result'
}

/** The upload of a screen; several screens may share the address, `?screen=` then says which one is meant. */
export function UploadScreen({ screen }: { screen: ServedScreen }) {
  const [parameters] = useSearchParams()
  const wanted = parameters.get('screen') ?? screen.name
  const other = useQuery({ ...screenQuery(wanted), enabled: wanted !== screen.name })
  const chosen = wanted === screen.name ? screen : other.data
  if (other.isError)
    return (
      <LoadFailure
        isPage
        title="This upload could not be loaded"
        error={other.error}
        onRetry={() => void other.refetch()}
      />
    )
  return chosen ? <UploadWizard key={chosen.name} screen={chosen} /> : <Skeleton className="block h-40" width="100%" />
}

/** The way of a file into a screen: file, columns, check, result; its state lies in the address, so that one can leave and come back. */
function UploadWizard({ screen }: { screen: ServedScreen }) {
  const client = useQueryClient()
  const allowed = useAllowed()
  const locale = userLocale()
  const [parameters] = useSearchParams()
  const siblings = screen.around?.uploads ?? []
  const id = parameters.get('upload')
  const formatId = Number(parameters.get('format') ?? 0) || null
  const query = useQuery({ ...uploadQuery(id ?? ''), enabled: id !== null })
  const current = id === null ? undefined : query.data
  const corrections = useCorrections(current)
  // While corrected lines are checked again one goes on with what the check before has found.
  const upload = corrections?.busy && corrections.before ? corrections.before : current
  const [file, setFile] = useState<{ readonly upload: number; readonly file: File } | null>(null)
  const isOver = upload !== undefined && final.has(upload.state)
  const mapped = useMappingDraft(id, upload, formatId, isOver)
  const running = upload && isRunning(upload.state)
  // What was checked by other columns is no result to go on with.
  const reached = mapped.isStale ? 'columns' : reachedBy(upload)
  const { step, change, goTo, goOnTo } = useSteps({
    id,
    upload,
    reached,
    isRunning: running === true,
    isChecking: upload?.state === 'checking',
  })
  const refresh = async () => {
    if (id !== null) await client.invalidateQueries({ queryKey: uploadKey(id) })
    void client.invalidateQueries({ queryKey: ['uploads', 'list'] })
  }
  const work = useMutation({
    meta: { quiet: true },
    mutationFn: ({ action, json }: { action: 'check' | 'commit' | 'cancel' | 'undo'; json?: unknown }) =>
      api.post(`uploads/${id}/${action}`, { json: json ?? {} }),
    // Another tab may have gone on with the import: what is true now is asked for either way.
    onSettled: refresh,
    onError: (error, { action }) => (action !== 'check' || step !== 'columns') && notify.error(errorMessage(error)),
  })
  useAnnouncedResult(current, screen)
  // Who may not upload gets the screen without its upload.
  if (!screen.upload || !allowed(screen.access.upload)) return <Refused screen={screen} act="upload" />
  const functionality = screen.upload.functionality
  const mayCheckAnew =
    mapped.isStale && Object.keys(formatProblems(screen, mapped.body, upload?.columns ?? [])).length === 0
  const storedFormat = () =>
    client.getQueryData(formatsQuery(functionality).queryKey)?.some(({ id: known }) => known === mapped.formatId)
      ? mapped.formatId
      : null
  const check = (storedId: number | null) =>
    work.mutate(
      { action: 'check', json: { format: mapped.body, format_id: storedId ?? undefined } },
      {
        onSuccess: () => {
          if (upload) mapped.keep(upload.id, null)
          goOnTo('check')
        },
      },
    )
  return (
    <div className="mx-auto w-full max-w-7xl">
      <PageHeader
        className="mb-5"
        breadcrumbs={
          <Breadcrumbs
            crumbs={[
              {
                label: screen.plural,
                ...(screen.list
                  ? {
                      link: (label: string) => (
                        <Link to={screen.list?.path ?? '/'} className="hover:text-ink-1 hover:underline">
                          {label}
                        </Link>
                      ),
                    }
                  : {}),
              },
              { label: 'Upload' },
            ]}
          />
        }
        title={`Upload ${screen.plural.toLowerCase()}`}
        actions={
          <>
            {siblings.length > 1 ? (
              <span className="w-56">
                <Select
                  aria-label="What to upload"
                  value={screen.name}
                  options={siblings.map((other) => ({ value: other.name, label: other.plural }))}
                  onChange={(event) => change({ screen: event.target.value, upload: null, step: null, format: null })}
                />
              </span>
            ) : null}
            <Link to={formatsPath(functionality)} className={buttonClass()}>
              Formats
            </Link>
            <Link to="/uploads" className={buttonClass()}>
              All uploads
            </Link>
          </>
        }
      />
      <Stepper
        current={step}
        reached={mayCheckAnew ? 'check' : reached}
        isOver={isOver}
        onStep={(next) => (mayCheckAnew && next === 'check' ? check(storedFormat()) : goTo(next))}
      />
      {query.isError && id !== null && upload ? (
        <p role="status" className="mb-4 rounded-lg border border-line bg-warn-soft px-4 py-3 text-ink-1">
          What is shown may be old. {errorMessage(query.error)} {running ? 'It is asked for again by itself.' : ''}
        </p>
      ) : null}
      {query.isError && id !== null && !upload ? (
        <ErrorState
          title="This upload could not be loaded"
          actions={<Button onClick={() => change({ upload: null, step: null })}>Start with a new file</Button>}
        >
          {errorMessage(query.error)}
        </ErrorState>
      ) : id !== null && !upload ? (
        <Skeleton className="block h-40" width="100%" />
      ) : running && upload ? (
        <WorkInProgress
          upload={upload}
          at={query.dataUpdatedAt}
          locale={locale}
          title={
            upload.state === 'checking'
              ? 'Checking the lines'
              : upload.state === 'staging'
                ? 'Reading the file'
                : (upload.progress?.phase ?? '').startsWith('Taking')
                  ? 'Taking the import back'
                  : 'Writing the lines'
          }
          cancelling={work.isPending && work.variables.action === 'cancel'}
          onCancel={() => work.mutate({ action: 'cancel', json: { of: upload.state } })}
        />
      ) : step === 'file' || !upload ? (
        <StepFile
          screen={screen}
          upload={reached === 'file' ? undefined : upload}
          formatId={formatId}
          formatsPath={formatsPath(functionality)}
          onFormat={(next) => change({ format: next === null ? null : String(next) })}
          onStaged={(staged, sent) => {
            client.setQueryData(uploadKey(staged.id), staged)
            setFile({ upload: staged.id, file: sent })
            void change({ upload: String(staged.id), step: 'file' })
            goOnTo('columns', String(staged.id))
          }}
          onContinue={() => goTo('columns')}
        />
      ) : step === 'columns' ? (
        <StepColumns
          screen={screen}
          upload={upload}
          file={file?.upload === upload.id ? file.file : null}
          format={mapped.body}
          formatId={mapped.formatId}
          isStale={mapped.isStale}
          onFormat={(body, chosen = mapped.formatId) => {
            mapped.keep(upload.id, { body, formatId: chosen })
            if (chosen !== formatId) void change({ format: chosen === null ? null : String(chosen) })
          }}
          onRead={(read) => {
            const before = mapped.draft?.body ?? (upload.format ? wholeFormat(upload.format) : null)
            const proposed = wholeFormat(read.suggestion?.format)
            client.setQueryData(uploadKey(read.id), read)
            mapped.keep(read.id, {
              body: rematched(before, proposed, read.columns ?? []),
              formatId: mapped.formatId,
            })
          }}
          checking={work.isPending}
          failure={
            work.isError && work.variables.action === 'check' ? errorMessage(work.error) : (upload.message ?? null)
          }
          onBack={() => goTo('file')}
          onCheck={check}
        />
      ) : step === 'check' && corrections ? (
        <StepCheck
          screen={screen}
          upload={upload}
          locale={locale}
          committing={work.isPending}
          corrections={corrections}
          onBack={() => goTo('columns')}
          onCommit={(onlyValid) => work.mutate({ action: 'commit', json: { only_valid: onlyValid } })}
        />
      ) : (
        <StepResult
          screen={screen}
          upload={upload}
          locale={locale}
          undoing={work.isPending}
          mayUndo={allowed(screen.access.delete)}
          onUndo={() => work.mutate({ action: 'undo' })}
          onAnother={() => {
            setFile(null)
            void change({ upload: null, step: null }, { isNewPage: true })
          }}
        />
      )}
    </div>
  )
}

/** Says once, when the work ends while one looks on, how it went; lists are asked for again. */
function useAnnouncedResult(upload: Upload | undefined, screen: Screen): void {
  const client = useQueryClient()
  const seen = useRef<{ readonly id: number; readonly state: Upload['state'] } | null>(null)
  useEffect(() => {
    const before = seen.current
    if (!upload || (before?.id === upload.id && before.state === upload.state)) return
    seen.current = { id: upload.id, state: upload.state }
    // A small file is written before anybody has seen it being written.
    const written = before?.state === 'committing' || (before?.state === 'checked' && final.has(upload.state))
    if (before?.id !== upload.id || !written || isRunning(upload.state)) return
    void client.invalidateQueries({ queryKey: recordKeys.all(screen.endpoint ?? screen.name) })
    if (upload.message && !wasStopped(upload.message)) notify.error(upload.message)
    else if (upload.state === 'committed') {
      notify.success(screen.messages.uploaded)
      if (upload.warnings && upload.warnings.length > 0) notify.warning(uploadWarning)
    }
  }, [upload, client, screen])
}
