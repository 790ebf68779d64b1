import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'

const matches = (held: string, wanted: string): boolean =>
  held === wanted ||
  (held === '*' && !wanted.startsWith('platform.')) ||
  (held.endsWith('.*') && wanted.startsWith(held.slice(0, -1)))

/** Whether the signed-in user holds a permission of a definition; the server decides, this only hides what would be refused. */
export function useAllowed(): (permission: string) => boolean {
  const client = useQueryClient()
  return useCallback(
    (permission) => {
      const profile = client
        .getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] })
        .findLast(([, boot]) => boot !== undefined)?.[1]?.profile
      return permission === 'any' || (profile?.permissions ?? []).some((held) => matches(held, permission))
    },
    [client],
  )
}
