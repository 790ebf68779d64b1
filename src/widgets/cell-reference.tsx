import { Link } from 'react-router-dom'
import { CellLink } from './cell-link.tsx'
import { columnWidth } from './cell-width.ts'
import type { CellWidget } from './cells.ts'

const roomForLabel = 160

/** The key as a link, the name behind it where the column has room; otherwise the name shows on hover. */
export const referenceCell: CellWidget = (value, field, { labels, referenceHref, plainLinks }) => {
  const key = String(value)
  const label = labels[field.name]?.[key]
  const href = referenceHref?.(field, key)
  const named = label !== undefined && label !== key
  const beside = named && columnWidth(field) >= roomForLabel
  const tip = named && !beside ? label : undefined
  return (
    <>
      {!href ? (
        <span data-tip={tip}>{key}</span>
      ) : plainLinks ? (
        <CellLink href={href} tip={tip}>
          {key}
        </CellLink>
      ) : (
        <Link className="text-accent-ink hover:underline" to={href} data-tip={tip}>
          {key}
        </Link>
      )}
      {beside && <span className="text-ink-2"> {label}</span>}
    </>
  )
}
