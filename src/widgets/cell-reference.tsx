import { Link } from 'react-router-dom'
import type { CellWidget } from './cells.ts'

export const referenceCell: CellWidget = (value, field, { labels, referenceHref }) => {
  const key = String(value)
  const label = labels[field.name]?.[key]
  const href = referenceHref?.(field, key)
  return (
    <>
      {href ? (
        <Link className="cell-link" to={href} tabIndex={-1}>
          {key}
        </Link>
      ) : (
        key
      )}
      {label && label !== key ? <span className="text-ink-3"> · {label}</span> : null}
    </>
  )
}
