import { evened } from '#src/definition/evened.ts'
import type { CellWidget } from './cells.ts'
import { cellText, isNegative } from './cell-text.ts'

export const numberCell: CellWidget = (value, field, { locale, digits }) => {
  const text = evened(cellText(value, field, locale), digits?.[field.name], locale)
  return isNegative(value) ? <span className="text-bad">{text}</span> : text
}
