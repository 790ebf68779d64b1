import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'

const profileIn = (client: QueryClient): Bootstrap['profile'] | undefined =>
  client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).findLast(([, boot]) => boot !== undefined)?.[1]?.profile

/** Answers the id of the signed-in user when it is asked; 0 before the bootstrap is there. */
export function useProfileId(): () => number {
  const client = useQueryClient()
  return useCallback(() => profileIn(client)?.id ?? 0, [client])
}

/** Key of the signed-in user in references, for whom '@me' stands; undefined before the bootstrap is there. */
export const useMe = (): string | undefined => profileIn(useQueryClient())?.email
