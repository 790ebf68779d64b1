import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { notify } from '#src/ui/notify.ts'
import { Select } from '#src/ui/select.tsx'
import { headLines, sampleLines } from './file-head.ts'
import { FormatForm } from './format-form.tsx'
import { wholeFormat, type FormatBody } from './format-body.ts'
import { formatProblems } from './format-problems.ts'
import type { Line } from './preview.ts'
import { SaveFormatDialog } from './save-format-dialog.tsx'
import { formatsQuery, saveFormat, type Upload, type UploadFormat } from './upload-api.ts'

interface StepColumnsProps {
  readonly screen: Screen
  readonly upload: Upload
  /** The file itself while the page that sent it is open. */
  readonly file: File | null
  readonly format: FormatBody
  readonly formatId: number | null
  readonly onFormat: (format: FormatBody) => void
  readonly onFormatId: (id: number | null) => void
  readonly checking: boolean
  readonly failure: string | null
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Second step: columns become fields. */
export function StepColumns({
  screen,
  upload,
  file,
  format,
  formatId,
  onFormat,
  onFormatId,
  checking,
  failure,
  onBack,
  onCheck,
}: StepColumnsProps) {
  const client = useQueryClient()
  const functionality = screen.upload?.functionality ?? ''
  const formats = useQuery(formatsQuery(functionality))
  const columns = useMemo(() => upload.columns ?? [], [upload.columns])
  const lines = useLines(upload, file, format.header_row)
  const problems = useMemo(() => formatProblems(screen, format, columns), [screen, format, columns])
  const [naming, setNaming] = useState(false)
  const open = Object.keys(problems).length
  const stored = formats.data?.find((candidate) => candidate.id === formatId)
  const changed = stored
    ? JSON.stringify(wholeFormat(stored.body)) !== JSON.stringify(format)
    : format.fields.length > 0
  const read = wholeFormat(upload.format)
  const readAnew =
    format.delimiter !== read.delimiter ||
    format.encoding !== read.encoding ||
    format.sheet !== read.sheet ||
    format.header_row !== read.header_row
  const save = useMutation({
    mutationFn: saveFormat,
    meta: { quiet: true },
    onError: (error) => notify.error(errorMessage(error)),
    onSuccess: (saved: UploadFormat) => {
      setNaming(false)
      notify.success(stored ? 'Successfully updated' : 'Successfully added')
      onFormatId(saved.id)
      void client.invalidateQueries({ queryKey: ['upload-format'] })
    },
  })
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <label className="flex items-center gap-2 text-ink-2">
          Format
          <span className="w-64">
            <Select
              value={formatId === null ? '' : String(formatId)}
              onChange={(event) => {
                const next = formats.data?.find((candidate) => String(candidate.id) === event.target.value)
                onFormatId(next?.id ?? null)
                onFormat(
                  next
                    ? wholeFormat(next.body)
                    : wholeFormat(upload.suggestion?.format_id ? null : upload.suggestion?.format),
                )
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
        <Button variant="primary" busy={checking} disabled={open > 0} onClick={onCheck}>
          Check the lines
        </Button>
      </div>
      {open > 0 ? (
        <p className="mb-3 text-ink-2" role="status">
          {open === 1 ? 'One thing is' : `${open} things are`} still to be done before the lines can be checked.
        </p>
      ) : null}
      {failure ? (
        <p role="alert" className="mb-3 rounded-lg border border-bad bg-bad-soft px-4 py-3 text-bad">
          {failure}
        </p>
      ) : null}
      {readAnew ? (
        <p role="status" className="mb-3 rounded-lg border border-line-strong bg-warn-soft px-4 py-3 text-ink-1">
          Separator, encoding and the line with the names count when a file is read. Save them with a format, go back
          and send the file again with it.
        </p>
      ) : null}
      <FormatForm
        screen={screen}
        format={format}
        columns={columns}
        lines={lines}
        found={upload}
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

function useLines(upload: Upload, file: File | null, headerRow: number): readonly Line[] {
  const columns = useMemo(() => upload.columns ?? [], [upload.columns])
  const [lines, setLines] = useState<readonly Line[] | null>(null)
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
