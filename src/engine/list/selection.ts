import type { RowSelectionState } from '@tanstack/react-table'

/** What an action or a deletion runs on: chosen records, or everything the filters let through. */
export type Scope = { readonly kind: 'ids'; readonly ids: readonly number[] } | { readonly kind: 'filter'; readonly count: number | null }

export const chosenIds = (selection: RowSelectionState): number[] =>
  Object.keys(selection).map(Number)

/** From this number on, deleting asks for the number to be typed. */
export const typedFrom = 100

/** "1 line", "245,903 lines". */
export function counted(count: number, [one, many]: readonly [string, string], locale: string): string {
  const lower = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label)
  return `${new Intl.NumberFormat(locale).format(count)} ${lower(count === 1 ? one : many)}`
}
