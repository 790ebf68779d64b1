import type { CellWidget } from './cells.ts'

export const tagsCell: CellWidget = (value, field, { labels }) => {
  const keys = Array.isArray(value) ? value.map(String) : [String(value)]
  return keys.map((key) => labels[field.name]?.[key] ?? key).join(', ')
}
