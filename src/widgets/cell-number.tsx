import { evened } from '#src/definition/evened.ts'
import { mixed } from '#src/definition/mixed.ts'
import type { CellWidget } from './cells.ts'
import { cellText, isNegative } from './cell-text.ts'
import { mixedMark } from './mixed-mark.tsx'

export const numberCell: CellWidget = (value, field, { locale, digits }) => {
  if (value === mixed) return mixedMark
  const text = evened(cellText(value, field, locale), digits?.[field.name], locale)
  return isNegative(value) ? <span className="text-bad">{text}</span> : text
}
