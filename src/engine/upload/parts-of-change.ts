const short = 18
const context = 8

/** Two texts as they are told apart in little room: of long ones that begin alike, only what follows from the last words they share. */
export function partsOfChange(old: string, value: string): readonly [string, string] {
  if (old.length <= short && value.length <= short) return [old, value]
  let same = 0
  while (same < old.length && same < value.length && old[same] === value[same]) same += 1
  if (same <= context + 4) return [old, value]
  const blank = old.lastIndexOf(' ', same - context)
  const from = blank > 4 ? blank + 1 : same - context
  return [`…${old.slice(from)}`, `…${value.slice(from)}`]
}
