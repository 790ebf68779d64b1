/** Totals are bold, and that much wider. */
export const boldPart = 1.06

/** What a column needs to show whole, in px. */
export interface Need {
  readonly need: number
  /** The same where its heading takes two lines. */
  readonly broken: number
  /** What its codes need, where names stand behind them. */
  readonly code?: number
}
export type Needs = Readonly<Record<string, Need>>

const keyOf = (table: string): string => `tierline.columns.${table}`

// What stands in the browser's store may have been written by anybody.
function isNeed(value: unknown): value is Need {
  if (typeof value !== 'object' || value === null) return false
  const { need, broken, code } = value as Record<string, unknown>
  return [need, broken, code ?? 0].every((width) => Number.isFinite(width) && Number(width) >= 0)
}

/** What columns of a table have needed on this device before, by field; none of a table that was never seen. */
export function keptNeeds(table: string): Needs {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(table)) ?? '{}') as Readonly<Record<string, unknown>>
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, need]): [string, Need][] => (isNeed(need) ? [[name, need]] : [])),
    )
  } catch {
    return {}
  }
}

/** Keeps what columns of a table needed; what is known of others of its columns stays. */
export function keepNeeds(table: string, needs: Needs): void {
  try {
    localStorage.setItem(keyOf(table), JSON.stringify({ ...keptNeeds(table), ...needs }))
  } catch {
    // Without storage the next look begins with what the types ask for.
  }
}
