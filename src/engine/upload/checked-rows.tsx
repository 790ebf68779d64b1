import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldTypes, type Field, type Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import { uploadFields, type FormatBody } from './format-body.ts'
import { outcomeWords } from './outcomes.ts'
import { uploadRowsQuery, type CheckedRow, type Outcome, type Upload } from './upload-api.ts'

interface CheckedRowsProps {
  readonly screen: Screen
  readonly upload: Upload
  readonly format: FormatBody
  readonly outcome: Outcome | null
  readonly rule: number | null
  readonly locale: string
}

const limit = 50

/** The lines of the file with what would become of them: new values, old beside new, and errors in their cells. */
export function CheckedRows({ screen, upload, format, outcome, rule, locale }: CheckedRowsProps) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...uploadRowsQuery(upload.id, { outcome, rule, page, limit }, String(upload.checked_at ?? '')),
    placeholderData: keepPreviousData,
  })
  const fields = uploadFields(screen).filter((field) => format.fields.some((mapping) => mapping.field === field.name))
  if (query.isError) {
    return (
      <ErrorState
        title="The lines could not be loaded"
        compact
        actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
      >
        {errorMessage(query.error)}
      </ErrorState>
    )
  }
  const rows = query.data?.records ?? []
  const total = query.data?.total_record ?? 0
  const pages = Math.max(1, Math.ceil(total / limit))
  const number = new Intl.NumberFormat(locale)
  const withReasons = rows.some((row) => row.reasons.length > 0)
  return (
    <section className="rounded-lg border border-line bg-panel" aria-label="Lines">
      <div className="max-h-[60vh] overflow-auto" role="region" aria-label="Table of lines" tabIndex={0}>
        {query.isPending ? (
          <div className="p-5">
            <SkeletonLines lines={8} />
          </div>
        ) : (
          <table className="w-full border-collapse text-left">
            <thead className="sticky top-0 z-10 bg-panel text-sm text-ink-2 shadow-[0_1px_0_var(--line)]">
              <tr>
                <th scope="col" className="px-3 py-2 text-right font-semibold">
                  Line
                </th>
                <th scope="col" className="px-3 py-2 font-semibold">
                  Outcome
                </th>
                {withReasons ? (
                  <th scope="col" className="min-w-64 px-3 py-2 font-semibold">
                    Why
                  </th>
                ) : null}
                {fields.map((field) => (
                  <th
                    key={field.name}
                    scope="col"
                    className={cx(
                      'px-3 py-2 font-semibold whitespace-nowrap',
                      fieldTypes[field.type].align === 'end' && 'text-right',
                    )}
                  >
                    {field.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <RowLine key={row.line} row={row} fields={fields} withReasons={withReasons} locale={locale} />
              ))}
              {rows.length === 0 ? (
                <tr>
                  <td colSpan={fields.length + 3} className="px-3 py-8 text-center text-ink-3">
                    No lines
                  </td>
                </tr>
              ) : null}
            </tbody>
          </table>
        )}
      </div>
      <nav aria-label="Pages of lines" className="flex items-center gap-3 border-t border-line px-3 py-2 text-ink-2">
        <span className="flex-1">
          {total === 0
            ? ''
            : `${number.format((page - 1) * limit + 1)}–${number.format(Math.min(total, page * limit))} of ${number.format(total)}`}
        </span>
        <Button size="sm" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <Button size="sm" disabled={page >= pages} onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </nav>
    </section>
  )
}

interface RowLineProps {
  readonly row: CheckedRow
  readonly fields: readonly Field[]
  readonly withReasons: boolean
  readonly locale: string
}

function RowLine({ row, fields, withReasons, locale }: RowLineProps) {
  const { row: word, tone } = outcomeWords[row.outcome]
  return (
    <tr className="h-row border-b border-line last:border-0">
      <td className="px-3 text-right text-ink-3 tabular-nums">{row.line}</td>
      <td className="px-3">
        <Tag tone={tone}>{word}</Tag>
      </td>
      {withReasons ? (
        <td className="min-w-64 px-3 py-1 text-bad">
          {row.reasons.map((reason) => `${reason.label}: ${reason.message}`).join('. ')}
        </td>
      ) : null}
      {fields.map((field) => (
        <ValueCell key={field.name} row={row} field={field} locale={locale} />
      ))}
    </tr>
  )
}

function ValueCell({ row, field, locale }: { row: CheckedRow; field: Field; locale: string }) {
  const context = { locale, labels: {} }
  const reason = row.reasons.find((candidate) => candidate.field === field.name)
  const change = row.changes[field.name]
  const frame = cx(
    'max-w-64 truncate px-3',
    fieldTypes[field.type].align === 'end' && 'text-right tabular-nums',
    reason && 'bg-bad-soft text-bad',
  )
  const value = renderCell(row.values[field.name], field, context)
  if (reason) {
    return (
      <td className={frame} data-tip={reason.message}>
        {reason.value || value || 'empty'}
      </td>
    )
  }
  if (!change)
    return (
      <td className={cx(frame, row.outcome === 'skipped' && 'text-ink-3')} data-truncate="">
        {value}
      </td>
    )
  return (
    <td className={frame} data-truncate="">
      <del className="text-ink-3">{renderCell(change[0], field, context) ?? 'empty'}</del>
      <span aria-hidden className="px-1 text-ink-3">
        →
      </span>
      <ins className="font-medium text-ink-1 no-underline">{value ?? 'empty'}</ins>
    </td>
  )
}
