import type { SelectedRows } from '#src/widgets/table/row-selection.ts'

/** What an action or a deletion runs on: chosen records, or everything the filters let through. */
export type Scope =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'filter'; readonly count: number | null }

export const chosenIds = (selection: SelectedRows): number[] => Object.keys(selection).map(Number)

/** From this number on, deleting asks for the number to be typed. */
export const typedFrom = 100

const lower = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label

// "Sales data" is a title, not the plural of "Sales line".
const pluralOf = ([one, many]: readonly [string, string]): string =>
  many.startsWith(one.slice(0, -1)) ? many : `${one}s`

/** "1 sales line", "245,903 sales lines". */
export const counted = (count: number, labels: readonly [string, string], locale: string): string =>
  `${new Intl.NumberFormat(locale).format(count)} ${lower(count === 1 ? labels[0] : pluralOf(labels))}`
