import type { Field } from '#src/definition'
import { cellText } from '#src/widgets/cell-text.ts'
import { textWidth } from '#src/widgets/cell-width.ts'
import type { CellContext } from '#src/widgets/cells.ts'
import { boldPart, keepNeeds, keptNeeds, type Need } from './kept-needs.ts'

/** Keeps what the totals of a table need in columns that are narrower; what they are known to need otherwise stays. */
export function keepTotals(
  table: string,
  fields: readonly Field[],
  totals: Readonly<Record<string, unknown>>,
  { locale }: Pick<CellContext, 'locale'>,
): void {
  const kept = keptNeeds(table)
  const wider = fields.flatMap((field): [string, Need][] => {
    const [known, total] = [kept[field.name], totals[field.name] ?? null]
    const need = known && total !== null ? Math.ceil(boldPart * textWidth(cellText(total, field, locale))) : 0
    return known && need > known.broken
      ? [[field.name, { ...known, need: Math.max(need, known.need), broken: need }]]
      : []
  })
  if (wider.length > 0) keepNeeds(table, Object.fromEntries(wider))
}
