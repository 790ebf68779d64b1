import type { Field } from '#src/definition'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { cellText, isNegative } from '#src/widgets/cell-text.ts'

interface FiguresProps {
  readonly fields: readonly Field[]
  readonly totals: Readonly<Record<string, string | number | null>> | undefined
  readonly waiting: boolean
  readonly count: number
  readonly locale: string
}

/** The totals of a result as large figures, before anything else. */
export function Figures({ fields, totals, waiting, count, locale }: FiguresProps) {
  if (waiting && count > 0) {
    return (
      <div aria-hidden="true" className="flex gap-3">
        {Array.from({ length: count }, (_, at) => (
          <div key={at} className="h-[76px] min-w-44 rounded-lg border border-line bg-panel p-3">
            <Skeleton width={80} />
            <Skeleton width={120} className="mt-3 h-5" />
          </div>
        ))}
      </div>
    )
  }
  const shown = fields.filter((field) => totals?.[field.name] !== undefined && totals[field.name] !== null)
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
      {shown.map((field) => (
        <div key={field.name} className="min-w-0 rounded-lg border border-line bg-panel px-4 py-3 sm:min-w-44">
          <dt className="text-sm text-ink-2">{field.label}</dt>
          <dd
            className={`text-lg font-semibold sm:text-figure tabular-nums ${isNegative(totals?.[field.name]) ? 'text-bad' : ''}`}
          >
            {cellText(totals?.[field.name], field, locale)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
