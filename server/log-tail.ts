const most = 2_000
const lines: string[] = []

/** Remembers a line of this process's log, the latest ones only. */
export function keepLine(line: string): void {
  lines.push(line)
  if (lines.length > most) lines.splice(0, lines.length - most)
}

/** The latest lines of this process's log, the newest first. */
export const latestLines = (count: number): readonly string[] => lines.slice(-count).toReversed()
