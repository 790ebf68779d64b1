import { Link } from '#src/ui/link.tsx'
import type { CellWidget } from './cells.ts'
import { CellLink } from './cell-link.tsx'
import { cellText } from './cell-text.ts'
import { OfferedValue } from './offered-value.tsx'

const none = {}

/** A text as it is; an address of the product leads there, the name of a record to the record, what a call offers is called as there. */
export const textCell: CellWidget = (value, field, { locale, labels, referenceHref, referred, plainLinks }) => {
  if (field.format === 'page') return <CellLink href={String(value)}>Open</CellLink>
  // What hangs on the values beside it is told with the record.
  if (field.offers && !field.offers.by) return <OfferedValue field={field} value={value} record={none} />
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
