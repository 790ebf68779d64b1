import type { SelectedRows } from '#src/widgets/table/row-selection.ts'

/** What an action or a deletion runs on: chosen records, or everything the filters let through. */
export type Scope =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'filter'; readonly count: number | null }

export const chosenIds = (selection: SelectedRows): number[] => Object.keys(selection).map(Number)

/** Above this number, deleting asks for the number to be typed. */
export const typedFrom = 1000
