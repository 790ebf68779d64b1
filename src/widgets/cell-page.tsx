import type { CellWidget } from './cells.ts'
import { CellLink } from './cell-link.tsx'
import { cellText } from './cell-text.ts'

/** A text as it is; an address of the product leads there. */
export const textCell: CellWidget = (value, field, { locale, labels }) =>
  field.format === 'page' ? <CellLink href={String(value)}>Open</CellLink> : cellText(value, field, locale, labels)
