import { useQueries } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import { screenQuery } from '#src/data/screens.ts'
import type { Values } from './changes.ts'

export interface Related {
  readonly screen: Screen
  readonly by: string
  /** This record's key, which the other's field `by` names. */
  readonly key: string
}

/** The lists that hang on a record; those the user may not see are left out. */
export function useRelated(screen: Screen, record: Values): readonly Related[] {
  const links = screen.form?.related ?? []
  const keyField = screen.table?.key.length === 1 ? screen.table.key[0] : undefined
  const screens = useQueries({ queries: links.map((link) => screenQuery(link.screen)) })
  return links.flatMap((link, index) => {
    const other = screens[index]?.data
    const key = record[keyField ?? link.by]
    return other?.endpoint && (other.list || other.result) && key !== null && key !== undefined
      ? [{ screen: other, by: link.by, key: String(key) }]
      : []
  })
}
