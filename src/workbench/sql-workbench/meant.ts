import { sqlStatements } from '#src/definition/sql-parameters.ts'

/** The statement that is meant by a place in a text of several: the one it is in or behind, else the next; all of it where there is one. */
export function meantAt(text: string, place: number): { readonly text: string; readonly from: number } {
  const parts = sqlStatements(text)
  if (parts.length < 2) return { text, from: 0 }
  const { from, to } = parts.findLast((part) => part.from <= place) ?? parts[0]!
  return { text: text.slice(from, to), from }
}
