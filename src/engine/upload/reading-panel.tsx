import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { ChevronDownIcon, ChevronRightIcon, FileIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { delimiterWord, encodings } from './reading-words.ts'
import { SheetPreview } from './sheet-preview.tsx'
import { DelimiterSelect } from './delimiter-select.tsx'
import type { Upload, UploadReading } from './upload-api.ts'
import { lineCount, linesOf } from './upload-figures.ts'

interface ReadingPanelProps {
  readonly upload: Upload
  readonly locale: string
  readonly busy: boolean
  readonly failure: string | null
  /** Reads the file anew; nothing is sent again. */
  readonly onRead: (reading: Partial<UploadReading>) => void
}

const nothing: UploadReading = { delimiter: null, encoding: null, sheet: null, header_row: 1, header_rows: 1 }

/** How the file at hand was read, and the ways to have it read otherwise without sending it again. */
export function ReadingPanel({ upload, locale, busy, failure, onRead }: ReadingPanelProps) {
  const reading = upload.reading ?? nothing
  const workbook = upload.encoding === 'XLSX'
  const sheets = upload.sheets ?? []
  const [open, setOpen] = useState(sheets.length > 1)
  const number = new Intl.NumberFormat(locale)
  const columns = upload.columns?.length ?? 0
  const edi = upload.encoding === 'EDI X12'
  const facts = [
    lineCount(linesOf(upload), locale),
    `${number.format(columns)} ${columns === 1 ? 'column' : 'columns'}`,
    ...(workbook
      ? [`sheet ${upload.sheet ?? ''}`]
      : [edi ? '' : delimiterWord(upload.delimiter), upload.encoding ?? '']),
    edi
      ? ''
      : reading.header_row === 0
        ? 'no line with names'
        : `names in ${(reading.header_rows ?? 1) > 1 ? `lines ${reading.header_row}–${(reading.header_row ?? 1) + (reading.header_rows ?? 1) - 1}` : `line ${reading.header_row}`}`,
  ]
  // A heading is looked for anew where other cells are read.
  const read = (change: Partial<UploadReading>) => onRead({ ...reading, header_row: null, ...change })
  return (
    <section className="mb-4 rounded-lg border border-line bg-panel px-4 py-3" aria-label="How the file is read">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileIcon className="shrink-0 text-ink-3" />
        <p className="min-w-0 flex-1 basis-60 text-ink-2">
          <span className="mr-2 font-medium break-all text-ink-1">{upload.file_name}</span>
          {facts.filter(Boolean).join(' · ')}
          {busy ? <Spinner className="ml-2 inline-block align-[-2px]" /> : null}
        </p>
        <Button
          size="sm"
          variant="ghost"
          icon={open ? ChevronDownIcon : ChevronRightIcon}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Read it otherwise
        </Button>
      </div>
      <p role="alert" className={failure ? 'mt-2 text-bad' : 'sr-only'}>
        {failure ? `The file stays as it was read. ${failure}` : ''}
      </p>
      {open ? (
        <fieldset
          aria-busy={busy}
          className="mt-3 grid min-w-0 grid-cols-1 gap-4 border-t border-line pt-3 sm:grid-cols-2 lg:grid-cols-4"
        >
          <legend className="sr-only">Reading</legend>
          {workbook ? <SheetPreview upload={upload} busy={busy} onSheet={(sheet) => read({ sheet })} /> : null}
          {workbook ? null : (
            <>
              <FieldFrame label="Cells are separated by">
                {(wiring) => (
                  <DelimiterSelect
                    wiring={wiring}
                    value={reading.delimiter}
                    found={upload.delimiter ?? null}
                    onChange={(delimiter) => read({ delimiter })}
                  />
                )}
              </FieldFrame>
              <FieldFrame label="Encoding">
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={reading.encoding ?? ''}
                    onChange={(event) => read({ encoding: event.target.value || null })}
                  >
                    <option value="">Detect{upload.encoding ? ` (${upload.encoding})` : ''}</option>
                    {encodings.map((name) => (
                      <option key={name}>{name}</option>
                    ))}
                  </Select>
                )}
              </FieldFrame>
            </>
          )}
          <FieldFrame label="Line with the column names" help="0 when the file has none">
            {(wiring) => (
              <HeaderRow
                wiring={wiring}
                value={reading.header_row ?? 1}
                onChange={(header_row) => read({ header_row })}
              />
            )}
          </FieldFrame>
          <FieldFrame label="Names are spread over">
            {(wiring) => (
              <Select
                {...wiring}
                disabled={reading.header_row === 0}
                value={String(reading.header_rows ?? 1)}
                options={[1, 2, 3, 4, 5].map((count) => ({
                  value: String(count),
                  label: count === 1 ? 'One line' : `${count} lines`,
                }))}
                onChange={(event) => read({ header_row: reading.header_row, header_rows: Number(event.target.value) })}
              />
            )}
          </FieldFrame>
          {upload.state === 'checked' ? (
            <p className="text-ink-2 sm:col-span-2 lg:col-span-4">
              Cells that were corrected in the check are lost when the file is read anew.
            </p>
          ) : null}
        </fieldset>
      ) : null}
    </section>
  )
}

interface HeaderRowProps {
  readonly wiring: { readonly id: string }
  readonly value: number
  readonly onChange: (value: number) => void
}

/** Hands the number over when it is ready: on Enter and when it is left. */
function HeaderRow({ wiring, value, onChange }: HeaderRowProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(value)
  const ready = () => {
    const next = Math.min(100, Number(text || value))
    setTyped(null)
    if (next !== value) onChange(next)
  }
  return (
    <Input
      {...wiring}
      numeric
      inputMode="numeric"
      value={text}
      onChange={(event) => /^\d{0,3}$/.test(event.target.value) && setTyped(event.target.value)}
      onBlur={ready}
      onKeyDown={(event) => event.key === 'Enter' && ready()}
    />
  )
}
