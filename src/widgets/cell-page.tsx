import { Link } from 'react-router-dom'
import type { CellWidget } from './cells.ts'
import { CellLink } from './cell-link.tsx'
import { cellText } from './cell-text.ts'

/** A text as it is; an address of the product leads there, the name of a record to the record. */
export const textCell: CellWidget = (value, field, { locale, labels, referenceHref, referred, plainLinks }) => {
  if (field.format === 'page') return <CellLink href={String(value)}>Open</CellLink>
  const text = cellText(value, field, locale, labels)
  const isSilent = field.names === undefined || referred?.has(field.names)
  const href = isSilent ? undefined : referenceHref?.({ ...field, target: field.names! }, String(value))
  if (href === undefined) return text
  return plainLinks ? (
    <CellLink href={href}>{text}</CellLink>
  ) : (
    <Link className="text-accent-ink hover:underline" to={href}>
      {text}
    </Link>
  )
}
