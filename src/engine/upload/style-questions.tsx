import { WarningIcon } from '#src/ui/icons.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import type { FormatBody } from './format-body.ts'
import type { StyleQuestion } from './upload-api.ts'

interface StyleQuestionsProps {
  readonly questions: readonly StyleQuestion[]
  readonly format: FormatBody
  readonly locale: string
  readonly onFormat: (format: FormatBody) => void
}

/** Cells that can be read in two ways, to be told how: as they are read for now until it is chosen otherwise. */
export function StyleQuestions({ questions, format, locale, onFormat }: StyleQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <ul
      aria-label="Cells that can be read in two ways"
      className="mb-4 rounded-lg border border-line bg-warn-soft px-4 py-3 text-ink-1"
    >
      {questions.map(({ about, column, cell, readings }) => (
        <li key={about} className="flex flex-wrap items-center gap-x-2 gap-y-1 py-0.5">
          <WarningIcon className="shrink-0 text-warn" />
          <span>
            {column}: <b className="font-medium">{cell}</b> is
          </span>
          <Segmented
            label={`${column}: what ${cell} is`}
            value={format[about]}
            options={readings.map(({ value, read }) => ({ value, label: shown(about, read, locale) }))}
            onChange={(value) => onFormat({ ...format, [about]: value })}
          />
          <span className="text-ink-2">
            {about === 'decimal'
              ? 'The numbers of the file do not tell which.'
              : 'The days of the file do not tell which.'}
          </span>
        </li>
      ))}
    </ul>
  )
}

const shown = (about: StyleQuestion['about'], read: string, locale: string): string =>
  about === 'decimal'
    ? new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(Number(read))
    : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${read}T00:00:00Z`))
