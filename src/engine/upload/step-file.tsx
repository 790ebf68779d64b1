import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { errorMessage, isCancelled } from '#src/data/api-error.ts'
import { download } from '#src/data/download.ts'
import { upload as transfer } from '#src/data/upload.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { DownloadIcon, FileIcon } from '#src/ui/icons.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { Progress } from '#src/ui/progress.tsx'
import { Select } from '#src/ui/select.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { csvParameters, markOf } from '#src/widgets/csv-marks.ts'
import { DropZone } from './drop-zone.tsx'
import { uploadFailure } from './failure.ts'
import { fileSize } from './file-size.ts'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { formatsQuery, type Upload } from './upload-api.ts'
import { lineCount, linesOf } from './upload-figures.ts'

interface StepFileProps {
  readonly screen: Screen
  readonly formatId: number | null
  readonly onFormat: (id: number | null) => void
  /** The file of now, when one was sent already. */
  readonly upload: Upload | undefined
  readonly onStaged: (upload: Upload, file: File) => void
  readonly onContinue: () => void
  readonly formatsPath: string
}

interface Transfer {
  readonly file: File
  readonly sent: number
  readonly total: number
  readonly stop: AbortController
}

/** First step: which format, which file. */
export function StepFile({ screen, formatId, onFormat, upload, onStaged, onContinue, formatsPath }: StepFileProps) {
  const functionality = screen.upload?.functionality ?? ''
  const formats = useQuery(formatsQuery(functionality))
  const [sending, setSending] = useState<Transfer | null>(null)
  const [failure, setFailure] = useState<{ readonly words: string; readonly file: File } | null>(null)
  const [exporting, setExporting] = useState<'csv' | 'xlsx' | null>(null)
  const allowed = useAllowed()
  const narrowed = useListFilters()
  const [whole, setWhole] = useState(false)
  const filters = whole ? null : narrowed
  const transferring = sending !== null
  useEffect(() => {
    if (!transferring) return undefined
    // Closing the page would break the transfer off: the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [transferring])
  const send = async (file: File) => {
    const stop = new AbortController()
    setFailure(null)
    setSending({ file, sent: 0, total: file.size, stop })
    try {
      const staged = await transfer<Upload>('uploads', file, {
        query: { 'app-functionality': functionality, format_id: formatId ?? undefined },
        // Sent twice it waits twice; nothing is written before it is imported.
        reads: true,
        signal: stop.signal,
        onProgress: (sent, total) => setSending((before) => before && { ...before, sent, total }),
      })
      onStaged(staged, file)
    } catch (error) {
      if (!isCancelled(error)) setFailure({ words: errorMessage(error), file })
    } finally {
      setSending(null)
    }
  }
  const existing = async (format: 'csv' | 'xlsx') => {
    setExporting(format)
    try {
      await download(`${screen.endpoint}/export`, {
        query: { ...filters, for: 'upload', format, ...csvParameters(format, markOf(userLocale())) },
        name: `${screen.name}.${format}`,
        background: true,
      })
    } catch (error) {
      notify.error('File Download Failed.', { description: errorMessage(error) })
    } finally {
      setExporting(null)
    }
  }
  const template = (format: 'csv' | 'xlsx') =>
    void download(`${screen.endpoint}/template`, {
      query: { format, ...csvParameters(format, markOf(userLocale())) },
      name: `${screen.name}-template.${format}`,
    }).catch((error: unknown) => notify.error('File Download Failed.', { description: errorMessage(error) }))
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div>
        {sending ? (
          <div className="rounded-lg border border-line bg-panel px-6 py-8" role="status">
            <p className="mb-3 flex items-center gap-2 font-medium text-ink-1">
              <FileIcon className="text-ink-3" />
              <span className="min-w-0 truncate">{sending.file.name}</span>
              <span className="shrink-0 font-normal text-ink-3">{fileSize(sending.file.size)}</span>
            </p>
            <Progress
              label={`Sending ${sending.file.name}`}
              value={sending.sent < sending.total ? sending.sent : null}
              max={sending.total}
            />
            <p className="mt-2 flex items-center justify-between gap-3 text-ink-2">
              {sending.sent < sending.total
                ? `${fileSize(sending.sent)} of ${fileSize(sending.total)} sent`
                : 'Sent. Reading the lines'}
              <Button size="sm" onClick={() => sending.stop.abort()}>
                Stop
              </Button>
            </p>
          </div>
        ) : (
          <DropZone onFile={(file) => void send(file)} />
        )}
        {failure ? (
          <div role="alert" className="mt-4 rounded-lg border border-bad bg-bad-soft px-4 py-3">
            <p className="font-semibold text-bad">{uploadFailure}</p>
            <p className="break-words text-ink-1">
              {failure.file.name}: {failure.words}
            </p>
            <p className="mt-2 flex flex-wrap items-center gap-3 text-ink-2">
              <Button size="sm" onClick={() => void send(failure.file)}>
                Send it again
              </Button>
              Nothing was imported.
            </p>
          </div>
        ) : null}
        {!upload && !sending ? <UnfinishedUploads screen={screen} functionality={functionality} /> : null}
        {upload && !sending ? (
          <div className="mt-4 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-panel px-4 py-3">
            <FileIcon className="text-ink-3" />
            <p className="min-w-0 flex-1">
              <span className="font-medium text-ink-1">{upload.file_name}</span>
              <span className="ml-2 text-ink-3">{lineCount(linesOf(upload), userLocale())}</span>
            </p>
            <Button variant="primary" onClick={onContinue}>
              Go on with this file
            </Button>
          </div>
        ) : null}
      </div>
      <section
        aria-label="Format and template"
        className="flex flex-col gap-5 rounded-lg border border-line bg-panel p-5"
      >
        <FieldFrame
          label="Format"
          error={
            formats.isError && !formats.data
              ? `Your formats could not be read: ${errorMessage(formats.error)}`
              : undefined
          }
          help="A format remembers which column becomes which field. Without one the columns are matched by their names."
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={formatId === null ? '' : String(formatId)}
              onChange={(event) => onFormat(event.target.value === '' ? null : Number(event.target.value))}
            >
              <option value="">Match the columns automatically</option>
              {formats.data?.map((format) => (
                <option key={format.id} value={format.id}>
                  {format.name}
                </option>
              ))}
            </Select>
          )}
        </FieldFrame>
        <p className="flex items-center gap-3">
          {formats.isError && !formats.data ? (
            <Button size="sm" onClick={() => void formats.refetch()}>
              Try again
            </Button>
          ) : null}
          <Link to={formatsPath} className="text-accent-ink hover:underline">
            Manage formats
          </Link>
        </p>
        <div>
          <h2 className="mb-1 text-sm font-medium text-ink-2">Template</h2>
          <p className="mb-2 text-ink-3">All columns with their names and lists, ready to be filled in.</p>
          <div className="flex gap-2">
            <Button size="sm" icon={DownloadIcon} onClick={() => template('xlsx')}>
              XLSX
            </Button>
            <Button size="sm" icon={DownloadIcon} onClick={() => template('csv')}>
              CSV
            </Button>
          </div>
        </div>
        {allowed(screen.access.export) ? (
          <div>
            <h2 className="mb-1 text-sm font-medium text-ink-2">What is there already</h2>
            <p className="mb-2 text-ink-3">
              {filters
                ? `The ${screen.plural.toLowerCase()} of the list as you filtered it`
                : `All ${screen.plural.toLowerCase()}`}{' '}
              as a file to change and upload again. What others change meanwhile is told apart and never overwritten.
            </p>
            {narrowed ? (
              <div className="mb-2">
                <Checkbox
                  label={`All ${screen.plural.toLowerCase()}, not only the filtered ones`}
                  checked={whole}
                  onChange={(event) => setWhole(event.target.checked)}
                />
              </div>
            ) : null}
            <div className="flex gap-2">
              {(['xlsx', 'csv'] as const).map((format) => (
                <Button
                  key={format}
                  size="sm"
                  icon={DownloadIcon}
                  aria-label={`${screen.plural} as ${format.toUpperCase()}`}
                  busy={exporting === format}
                  disabled={exporting !== null}
                  onClick={() => void existing(format)}
                >
                  {format.toUpperCase()}
                </Button>
              ))}
            </div>
          </div>
        ) : null}
      </section>
    </div>
  )
}

/** What the list one came from is narrowed to; null: to nothing. */
function useListFilters(): Readonly<Record<string, string>> | null {
  const state: unknown = useLocation().state
  if (typeof state !== 'object' || state === null || !('filters' in state)) return null
  const { filters } = state
  if (typeof filters !== 'object' || filters === null) return null
  const texts = Object.entries(filters).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return texts.length > 0 ? Object.fromEntries(texts) : null
}
