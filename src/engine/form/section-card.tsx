import type { ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import type { Field } from '#src/definition'

/** One titled part of a record. */
export function SectionCard({
  title,
  id,
  dense,
  children,
}: {
  title: string
  id: string
  dense?: boolean
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-line bg-panel px-5 pt-4 pb-5 print:border-0 print:px-0"
    >
      <h2 id={id} className="mb-3 text-md font-semibold text-ink-1">
        {title}
      </h2>
      <div className={cx('flex flex-col', dense ? 'gap-2.5' : 'gap-4')}>{children}</div>
    </section>
  )
}

const wide = new Set<Field['type']>(['rows', 'attributes', 'longText'])

/** How a row of fields is divided: up to three columns, one on a phone; a lone short field does not stretch. */
export const rowClass = (row: readonly Field[]): string =>
  cx(
    'grid grid-cols-1 items-start gap-x-8 gap-y-2.5 has-[input,select,textarea]:gap-y-4',
    row.length === 1 && wide.has(row[0]!.type)
      ? ''
      : row.length <= 2
        ? 'md:grid-cols-2 print:grid-cols-2'
        : 'md:grid-cols-3 print:grid-cols-3',
  )

export const sectionId = (title: string): string => `section-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
