import { Tag } from '#src/ui/tag.tsx'
import type { CellWidget } from './cells.ts'

export const choiceCell: CellWidget = (value, field) => {
  const choice = field.choices?.find((candidate) => candidate.value === value)
  if (!choice) return String(value)
  return choice.tone ? <Tag tone={choice.tone}>{choice.label}</Tag> : choice.label
}
