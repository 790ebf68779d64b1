import type { ColumnWidths } from '#src/widgets/table/table-columns.ts'
import { useCallback, useState } from 'react'

export type RowHeight = 'standard' | 'compact' | 'roomy'

/** Heights of rows and controls in px; the standard one is the user's own density. */
export const rowHeights: Record<RowHeight, Readonly<Record<string, string>>> = {
  standard: {},
  compact: { '--row': '28px' },
  roomy: { '--row': '44px' },
}

interface ListPreferences {
  readonly widths: ColumnWidths
  readonly height: RowHeight
}

const keyOf = (name: string): string => `tierline:list:${name}`

function read(name: string): ListPreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}') as Partial<ListPreferences>
    return {
      widths: stored.widths ?? {},
      height: stored.height && stored.height in rowHeights ? stored.height : 'standard',
    }
  } catch {
    return { widths: {}, height: 'standard' }
  }
}

/** Column widths and row height of a list, kept on this machine: they belong to the screen one sits at, not to the address. */
export function useListPreferences(name: string) {
  const [preferences, setPreferences] = useState(() => read(name))
  const change = useCallback(
    (part: Partial<ListPreferences>) =>
      setPreferences((current) => {
        const next = { ...current, ...part }
        localStorage.setItem(keyOf(name), JSON.stringify(next))
        return next
      }),
    [name],
  )
  return [preferences, change] as const
}
