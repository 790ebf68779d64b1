import type { Place } from './locate.ts'

/** A name that stands for another one by mistake. */
export interface Rewrite {
  readonly from: string
  readonly to: string
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Where in the text a place is. */
export function offsetOf(source: string, { line, column }: Place): number {
  const before = source.split('\n').slice(0, line - 1)
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1
}

/**
 * The text with the name at the place written as it should be: a literal, with or without the - of a descending order, or the
 * key of a property. Undefined where the name does not stand there, say because a constant or a spread brings it.
 */
export function applyFix(source: string, place: Place, { from, to }: Rewrite): string | undefined {
  const start = offsetOf(source, place)
  const rest = source.slice(start)
  const name = escaped(from)
  const near =
    new RegExp(`^(['"]-?)${name}(?=['"])`).exec(rest) ??
    new RegExp(`^()${name}(?=\\s*:)`).exec(rest) ??
    // Inside what the place begins: a condition of the field, an option of the call.
    new RegExp(`^([^\\n]{0,300}?['"]-?)${name}(?=['"])`).exec(rest)
  if (!near) return undefined
  const at = start + near[0].length - from.length
  return source.slice(0, at) + to + source.slice(at + from.length)
}
