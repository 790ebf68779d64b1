import type { Screen } from '../screen.ts'

/** What is wrong in a definition; `path` leads to the place as the author wrote it, names in a list standing for their place. */
export interface Finding {
  readonly screen: string
  readonly path: readonly (string | number)[]
  readonly message: string
  /** The proposed fix, in words. */
  readonly fix?: string
  /** The fix as a name to be written in the place of another at `path`. */
  readonly rewrite?: { readonly from: string; readonly to: string }
}

export type Report = (
  path: readonly (string | number)[],
  message: string,
  fix?: string,
  rewrite?: Finding['rewrite'],
) => void

/** All screens by name, for what one definition says of another. */
export type Screens = ReadonlyMap<string, Screen>

/** Reports a name that is not among the known ones and proposes the nearest. */
export function reportUnknown(
  report: Report,
  path: readonly (string | number)[],
  what: string,
  name: string,
  known: readonly string[],
): void {
  if (known.includes(name)) return
  const near = nearest(name, known)
  if (near) report(path, `There is no ${what} ${name}`, `write ${near}`, { from: name, to: near })
  else report(path, `There is no ${what} ${name}`)
}

/** The known name with the fewest edits, when they are few enough to be a slip of the finger. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const bound = Math.max(1, Math.floor(name.length / 3))
  const ranked = known.map((candidate) => ({
    candidate,
    edits: editsBetween(name.toLowerCase(), candidate.toLowerCase()),
  }))
  const best = ranked.sort((a, b) => a.edits - b.edits)[0]
  return best && best.edits <= bound ? best.candidate : undefined
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
function editsBetween(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      line[column] = Math.min(
        line[column - 1]! + 1,
        above[column]! + 1,
        above[column - 1]! + (same ? 0 : 1),
        swapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = above
    above = line
  }
  return above[to.length]!
}
