import type { CellWidget } from './cells.ts'
import { cellText, isNegative } from './cell-text.ts'

export const numberCell: CellWidget = (value, field, { locale }) => {
  const text = cellText(value, field, locale)
  return isNegative(value) ? <span className="text-bad">{text}</span> : text
}
