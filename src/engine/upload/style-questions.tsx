import { WarningIcon } from '#src/ui/icons.tsx'
import type { FormatBody } from './format-body.ts'
import type { Upload } from './upload-api.ts'

interface StyleQuestionsProps {
  readonly upload: Upload
  readonly format: FormatBody
}

/** How cells are read that could be read in two ways, until it is chosen otherwise. */
export function StyleQuestions({ upload, format }: StyleQuestionsProps) {
  const open = (upload.suggestion?.questions ?? []).filter(({ about, value }) => format[about] === value)
  if (open.length === 0) return null
  return (
    <ul role="status" className="mb-4 rounded-lg border border-line bg-warn-soft px-4 py-3 text-ink-1">
      {open.map(({ about, message }) => (
        <li key={about} className="flex items-start gap-2">
          <WarningIcon className="mt-0.5 shrink-0 text-warn" />
          {message}
        </li>
      ))}
    </ul>
  )
}
