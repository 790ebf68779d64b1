/** What stands in the place of a total that is none: its amounts are of several currencies. */
export const mixed = 'Mixed'
/** The same in more words. */
export const mixedWords = 'Amounts of several currencies are not added up'

type Total = string | number | null

/** Totals as calls answer them: null where nothing was added up, with the columns of which several currencies are the reason. */
export interface ToldTotals<T = Total> {
  readonly totals: Readonly<Record<string, T>>
  readonly mixed?: readonly string[]
}

/** Totals with `mixed` in its place, as calls answer them. */
export function toldTotals<T extends Total>(totals: Readonly<Record<string, T>>): ToldTotals<T | null> {
  const names = Object.keys(totals).filter((name) => totals[name] === mixed)
  if (names.length === 0) return { totals }
  return { totals: { ...totals, ...Object.fromEntries(names.map((name) => [name, null])) }, mixed: names }
}

/** An answer whose totals have `mixed` in its place, to be shown. */
export const markedTotals = <A extends { readonly totals?: object; readonly mixed?: readonly string[] }>(
  answer: A,
): A =>
  answer.mixed === undefined
    ? answer
    : { ...answer, totals: { ...answer.totals, ...Object.fromEntries(answer.mixed.map((name) => [name, mixed])) } }
