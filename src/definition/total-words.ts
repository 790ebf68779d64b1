import type { Aggregate } from './screen-list.ts'

const words: Readonly<Partial<Record<Aggregate, string>>> = {
  avg: 'Average',
  min: 'Least',
  max: 'Most',
  count: 'Count',
}

/** What the totals of columns are that are no sums: a row called Total holds those as well. */
export const totalWords = (kinds: Readonly<Record<string, Aggregate>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kinds).flatMap(([name, kind]) => (words[kind] ? [[name, words[kind]]] : [])))
