import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'

/** Answers the id of the signed-in user when it is asked; 0 before the bootstrap is there. */
export function useProfileId(): () => number {
  const client = useQueryClient()
  return useCallback(
    () =>
      client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).findLast(([, boot]) => boot !== undefined)?.[1]
        ?.profile.id ?? 0,
    [client],
  )
}
