import { Link } from '#src/ui/link.tsx'
import { CellLink } from './cell-link.tsx'
import { columnWidth } from './cell-width.ts'
import type { CellWidget } from './cells.ts'
import { keyWord } from './key-word.ts'

const roomForLabel = 160

/** The key as a link, the name behind it where the column has room; otherwise the name shows on hover. People are called by their name: their key is an address, which shows on hover. */
export const referenceCell: CellWidget = (value, field, { labels, referenceHref, plainLinks }) => {
  const key = String(value)
  const label = labels[field.name]?.[key]
  // What stands for every value is no record.
  const href = key === '*' ? undefined : referenceHref?.(field, key)
  const named = label !== undefined && label !== key
  const isPerson = named && key.includes('@')
  const beside = named && !isPerson && columnWidth(field) >= roomForLabel
  const tip = isPerson ? key : named && !beside ? label : undefined
  const text = isPerson ? label : key === '*' ? keyWord(field, key) : key
  return (
    <>
      {!href ? (
        <span data-tip={tip}>{text}</span>
      ) : plainLinks ? (
        <CellLink href={href} tip={tip}>
          {text}
        </CellLink>
      ) : (
        <Link className="text-accent-ink hover:underline" to={href} data-tip={tip}>
          {text}
        </Link>
      )}
      {beside && <span className="text-ink-2"> {label}</span>}
    </>
  )
}
