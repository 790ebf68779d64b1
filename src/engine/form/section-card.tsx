import type { CSSProperties, ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import type { Field } from '#src/definition'
import { holdsPermissions } from '#src/widgets/rights/rights-input.tsx'

/** A keystroke paints what is in view, not two hundred fields. */
const deferred = (lines: number): CSSProperties => ({
  contentVisibility: 'auto',
  containIntrinsicSize: `auto ${lines * 72 + 60}px`,
})

/** One titled part of a record. */
export function SectionCard({
  title,
  id,
  dense,
  lines,
  children,
}: {
  title: string
  id: string
  dense?: boolean
  /** On long records: about how many lines it takes, so that it is not drawn while it is out of view. */
  lines?: number
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex flex-col rounded-lg border border-line bg-panel px-5 pt-4 pb-5 print:border-0 print:px-0 print:py-2',
        dense ? 'gap-2.5' : 'gap-4',
      )}
      style={lines === undefined ? undefined : deferred(lines)}
    >
      <h2
        id={id}
        tabIndex={-1}
        className={cx(
          'w-fit scroll-mt-2 rounded-sm outline-offset-4 text-md font-semibold text-ink-1',
          dense ? 'mb-0.5' : '-mb-1',
        )}
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

const wide = new Set<Field['type']>(['rows', 'attributes', 'longText'])

/** How a row of fields is divided: up to three columns, one on a phone; a lone short field does not stretch. */
export const rowClass = (row: readonly Field[]): string =>
  cx(
    'grid grid-cols-1 items-start gap-x-8 gap-y-2.5 has-[input,select,textarea]:gap-y-4',
    row.length === 1 && (wide.has(row[0]!.type) || holdsPermissions(row[0]!))
      ? ''
      : row.length <= 2
        ? 'md:grid-cols-2 print:grid-cols-2'
        : 'md:grid-cols-3 print:grid-cols-3',
  )

interface Titled {
  readonly title: string
  readonly rows: readonly (readonly Field[])[]
}

/** Whether the heading of a section says what the label of its first field would say again right below it. */
export const repeatsTitle = ({ title, rows }: Titled, { name, label, type }: Field): boolean =>
  label === title && wide.has(type) && rows[0]?.length === 1 && rows[0][0]!.name === name

export const sectionId = (title: string): string => `section-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
