import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { covers } from '#src/data/permissions.ts'

/** Whether the signed-in user holds a permission of a definition; the server decides, this only hides what would be refused. */
export function useAllowed(): (permission: string) => boolean {
  const client = useQueryClient()
  return useCallback(
    (permission) => {
      const profile = client
        .getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] })
        .findLast(([, boot]) => boot !== undefined)?.[1]?.profile
      return covers(profile?.permissions ?? [], permission)
    },
    [client],
  )
}
