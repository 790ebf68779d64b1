import type { Aggregate, Field } from '#src/definition'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { mixed } from '#src/definition/mixed.ts'
import { renderCell } from '#src/widgets/cells.ts'
import type { Row } from '#src/widgets/grid/aggregate.ts'

interface FiguresProps {
  readonly fields: readonly Field[]
  readonly totals: Readonly<Record<string, string | number | null>> | undefined
  readonly waiting: boolean
  readonly count: number
  readonly locale: string
  /** What each total is; of sums, and of percentages, which are worked out of sums, nothing is said. */
  readonly kinds: Readonly<Record<string, Aggregate>>
  /** A row of the result: an amount that could be added up has the currency of every row. */
  readonly row?: Row | undefined
}

const noLabels = {}

const labelOf = ({ name, label }: Field, kinds: FiguresProps['kinds']): string =>
  kinds[name] === 'avg' && !/average/i.test(label) ? `${label}, average` : label

const isoCode = /^[A-Z]{3}$/

/** The currency a total is in; null where there is none, or several. */
function currencyOf({ type, currency }: Field, total: unknown, row: Row | undefined): string | null {
  if (type !== 'money' || !currency || total === mixed) return null
  const code = isoCode.test(currency) ? currency : row?.[currency]
  return typeof code === 'string' && isoCode.test(code) ? code : null
}

/** The totals of a result as large figures, before anything else. */
export function Figures({ fields, totals, waiting, count, locale, kinds, row }: FiguresProps) {
  if (waiting && count > 0) {
    return (
      <div aria-hidden="true" className={strip}>
        {Array.from({ length: count }, (_, at) => (
          <div key={at} className={`${cell} grid`}>
            <Skeleton width={80} />
            <Skeleton width={120} className="mt-2.5 h-4" />
          </div>
        ))}
      </div>
    )
  }
  const shown = fields.filter((field) => totals?.[field.name] !== undefined && totals[field.name] !== null)
  if (shown.length === 0) return null
  return (
    <dl className={strip}>
      {shown.map((field) => {
        const currency = currencyOf(field, totals?.[field.name], row)
        return (
          <div key={field.name} className={cell}>
            <dt className="truncate text-sm text-ink-2">
              {labelOf(field, kinds)}
              {currency && <span className="text-ink-3"> {currency}</span>}
            </dt>
            <dd className="text-lg font-semibold whitespace-nowrap sm:text-title tabular-nums">
              {renderCell(totals?.[field.name], field, { locale, labels: noLabels })}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

// One panel whose cells are parted by lines of their own, so that a last row with fewer of them stays plain.
const strip =
  'grid shrink-0 grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-panel sm:grid-cols-[repeat(auto-fit,minmax(150px,1fr))]'
const cell = 'min-w-0 px-4 py-2.5 shadow-[0_0_0_1px_var(--line)]'
