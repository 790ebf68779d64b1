import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { notify } from '#src/ui/notify.ts'
import { Select } from '#src/ui/select.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { mappingReason } from './column-match.ts'
import { wasStopped } from './failure.ts'
import { headLines, sampleLines } from './file-head.ts'
import { FileWarnings } from './file-warnings.tsx'
import { FormatForm } from './format-form.tsx'
import { wholeFormat, type FormatBody } from './format-body.ts'
import { formatProblems } from './format-problems.ts'
import type { Line } from './preview.ts'
import { SaveFormatDialog } from './save-format-dialog.tsx'
import { ReadingPanel } from './reading-panel.tsx'
import { StyleQuestions } from './style-questions.tsx'
import { formatsQuery, readAnew, saveFormat, type Upload, type UploadReading } from './upload-api.ts'

interface StepColumnsProps {
  readonly screen: Screen
  readonly upload: Upload
  /** The file itself while the page that sent it is open. */
  readonly file: File | null
  readonly format: FormatBody
  readonly formatId: number | null
  /** The columns differ from those by which the lines were checked. */
  readonly isStale: boolean
  /** Other columns, and the stored format they go by from now on. */
  readonly onFormat: (format: FormatBody, formatId?: number | null) => void
  /** The file was read anew. */
  readonly onRead: (upload: Upload) => void
  readonly checking: boolean
  readonly failure: string | null
  readonly onBack: () => void
  /** Checks the lines; with the number of the stored format the columns go by, if there is one. */
  readonly onCheck: (storedId: number | null) => void
}

/** Second step: columns become fields. */
export function StepColumns({
  screen,
  upload,
  file,
  format,
  formatId,
  isStale,
  onFormat,
  onRead,
  checking,
  failure,
  onBack,
  onCheck,
}: StepColumnsProps) {
  const client = useQueryClient()
  const functionality = screen.upload?.functionality ?? ''
  const formats = useQuery(formatsQuery(functionality))
  const columns = useMemo(() => upload.columns ?? [], [upload.columns])
  const lines = useLines(upload, file)
  const problems = useMemo(() => formatProblems(screen, format, columns), [screen, format, columns])
  const [naming, setNaming] = useState(false)
  const open = Object.keys(problems).length
  const automatic = upload.suggestion?.automatic
  const questions = automatic?.questions ?? []
  // What is asked here need not be said beside.
  const warnings = (upload.warnings ?? []).filter(
    (warning) => !questions.some(({ column, cell }) => warning.startsWith(`${column}: ${cell} `)),
  )
  const stored = formats.data?.find((candidate) => candidate.id === formatId)
  const changed = stored
    ? JSON.stringify(wholeFormat(stored.body)) !== JSON.stringify(format)
    : format.fields.length > 0
  const save = useMutation({
    mutationFn: saveFormat,
    meta: { quiet: true },
    onError: (error) => notify.error(errorMessage(error)),
    onSuccess: ({ saved, message }) => {
      setNaming(false)
      notify.success(message)
      onFormat(format, saved.id)
      void client.invalidateQueries({ queryKey: ['upload-format'] })
    },
  })
  const reading = useMutation({
    // One after the other: the last wish is what stays.
    scope: { id: `read ${upload.id}` },
    meta: { quiet: true },
    mutationFn: (wanted: Partial<UploadReading>) => readAnew(upload.id, wanted),
    onSuccess: onRead,
  })
  return (
    <div>
      <ReadingPanel
        upload={upload}
        locale={userLocale()}
        busy={reading.isPending}
        failure={reading.isError ? errorMessage(reading.error) : null}
        onRead={(wanted) => reading.mutate(wanted)}
      />
      <FileWarnings warnings={warnings} className="mb-4" />
      {stored ? null : (
        <StyleQuestions questions={questions} format={format} locale={userLocale()} onFormat={onFormat} />
      )}
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2 text-ink-2">
          Format
          <span className="w-64">
            <Select
              value={formatId === null ? '' : String(formatId)}
              onChange={(event) => {
                const next = formats.data?.find((candidate) => String(candidate.id) === event.target.value)
                if (next && readsOtherwise(wholeFormat(next.body), upload)) reading.mutate(readingOf(next.body))
                onFormat(wholeFormat(next ? next.body : automatic?.format), next?.id ?? null)
              }}
            >
              <option value="">Matched automatically</option>
              {formats.data?.map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {candidate.name}
                </option>
              ))}
            </Select>
          </span>
        </label>
        {stored && changed ? (
          <Button
            busy={save.isPending}
            onClick={() =>
              save.mutate({
                id: stored.id,
                row_version: stored.row_version,
                functionality,
                name: stored.name,
                description: stored.description,
                body: format,
              })
            }
          >
            Save changes to {stored.name}
          </Button>
        ) : null}
        {changed ? <Button onClick={() => setNaming(true)}>Save as format</Button> : null}
        <span className="flex-1" />
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="primary"
          busy={checking}
          disabled={open > 0 || reading.isPending}
          onClick={() => onCheck(stored?.id ?? null)}
        >
          Check the lines
        </Button>
      </div>
      {isStale ? (
        <p className="mb-3 text-ink-2" role="status">
          The columns were changed since the lines were checked. Check the lines again before they are imported.
        </p>
      ) : null}
      {open > 0 ? (
        <p className="mb-3 text-ink-2" role="status">
          {open === 1 ? 'One thing is' : `${open} things are`} still to be done before the lines can be checked.
        </p>
      ) : null}
      {failure ? (
        <p
          role={wasStopped(failure) ? 'status' : 'alert'}
          className={cx(
            'mb-3 rounded-lg border px-4 py-3',
            wasStopped(failure) ? 'border-line bg-warn-soft text-ink-1' : 'border-bad bg-bad-soft text-bad',
          )}
        >
          {failure}
        </p>
      ) : null}
      <FormatForm
        screen={screen}
        format={format}
        columns={columns}
        lines={lines}
        typed={upload.encoding === 'XLSX'}
        reasonOf={(mapping, field) =>
          mappingReason(mapping, field, screen, stored ? { name: stored.name, body: wholeFormat(stored.body) } : null)
        }
        problems={problems}
        onChange={onFormat}
      />
      {naming ? (
        <SaveFormatDialog
          busy={save.isPending}
          onClose={() => setNaming(false)}
          onSave={(name, description) => save.mutate({ functionality, name, description, body: format })}
        />
      ) : null}
    </div>
  )
}

function useLines(upload: Upload, file: File | null): readonly Line[] {
  const columns = useMemo(() => upload.columns ?? [], [upload.columns])
  const [lines, setLines] = useState<readonly Line[] | null>(null)
  const { header_row, header_rows } = upload.reading ?? { header_row: 1, header_rows: 1 }
  const headerRow = header_row === 0 ? 0 : (header_row ?? 1) + header_rows - 1
  useEffect(() => {
    if (!file || !upload.delimiter) return undefined
    let live = true
    headLines(file, columns, upload.delimiter, upload.encoding ?? null, headerRow).then(
      (read) => live && setLines(read.length > 0 ? read : null),
      // A file that has gone from the disk meanwhile leaves the samples.
      () => live && setLines(null),
    )
    return () => {
      live = false
    }
  }, [file, columns, upload.delimiter, upload.encoding, headerRow])
  return useMemo(() => lines ?? sampleLines(columns), [lines, columns])
}

/** How a stored format wants a file to be read. */
const readingOf = ({ delimiter, encoding, sheet, header_row, header_rows }: Partial<FormatBody>) => ({
  delimiter: delimiter ?? null,
  encoding: encoding ?? null,
  sheet: sheet ?? null,
  header_row: header_row ?? null,
  header_rows: header_rows ?? 1,
})

/** Whether a format would find other cells in the file than those that were found. */
function readsOtherwise(format: FormatBody, { reading, delimiter, encoding, sheet }: Upload): boolean {
  if (!reading || encoding === 'EDI X12') return false
  if (encoding === 'XLSX')
    return (
      (format.sheet !== null && format.sheet !== sheet) ||
      format.header_row !== reading.header_row ||
      format.header_rows !== reading.header_rows
    )
  return (
    (format.delimiter !== null && format.delimiter !== delimiter) ||
    (format.encoding !== null && format.encoding !== encoding) ||
    format.header_row !== reading.header_row ||
    format.header_rows !== reading.header_rows
  )
}
