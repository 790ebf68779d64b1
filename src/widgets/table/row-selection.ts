/** The chosen rows by id. */
export type SelectedRows = Readonly<Record<string, true>>

export interface RowSelection {
  readonly state: SelectedRows
  readonly onChange: (update: (state: SelectedRows) => SelectedRows) => void
}

/** Chooses rows or takes them out of the choice. */
export function withRows(state: SelectedRows, ids: readonly string[], chosen: boolean): SelectedRows {
  const next = { ...state }
  for (const id of ids) {
    if (chosen) next[id] = true
    else delete next[id]
  }
  return next
}

/** The rows that a click means: one, or with Shift all from the one clicked before. */
export function clickedRows(
  ids: readonly string[],
  at: number,
  anchor: number | null,
  shift: boolean,
): readonly string[] {
  if (!shift || anchor === null) return ids.slice(at, at + 1)
  return ids.slice(Math.min(anchor, at), Math.max(anchor, at) + 1)
}
