import { Link } from 'react-router-dom'
import { columnWidth } from './cell-width.ts'
import type { CellWidget } from './cells.ts'

const roomForLabel = 160

/** The key as a link, the name behind it where the column has room; otherwise the name shows on hover. */
export const referenceCell: CellWidget = (value, field, { labels, referenceHref }) => {
  const key = String(value)
  const label = labels[field.name]?.[key]
  const href = referenceHref?.(field, key)
  const named = label !== undefined && label !== key
  const beside = named && columnWidth(field) >= roomForLabel
  const tip = named && !beside ? label : undefined
  return (
    <>
      {href ? (
        <Link className="text-accent-ink hover:underline" to={href} tabIndex={-1} data-tip={tip}>
          {key}
        </Link>
      ) : (
        <span data-tip={tip}>{key}</span>
      )}
      {beside && <span className="text-ink-2"> {label}</span>}
    </>
  )
}
