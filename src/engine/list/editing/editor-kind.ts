import type { Field } from '#src/definition'

/** Where the value of a cell is edited: in its place, in a panel that floats at it, or in a dialog of its own. */
export type EditorKind = 'place' | 'float' | 'whole'

const kinds: Partial<Record<Field['type'], EditorKind>> = {
  longText: 'float',
  references: 'float',
  rows: 'whole',
  attributes: 'whole',
  file: 'whole',
}

export const editorOf = (field: Field): EditorKind => kinds[field.type] ?? 'place'
