import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Field } from '#src/definition'
import type { Bootstrap } from '#src/data/bootstrap.ts'

/** Where the record behind a reference is found: the list of its screen, narrowed to the key; undefined without access to it. */
export function useReferenceHref(): (field: Field, key: string) => string | undefined {
  const client = useQueryClient()
  return useCallback(
    (field, key) => {
      const boots = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] })
      const routes = boots.flatMap(([, boot]) => boot?.routes ?? [])
      const list = routes.find(([, screen, kind]) => screen === field.target && kind === 'list')
      return list ? `${list[0]}?${new URLSearchParams({ search: key }).toString()}` : undefined
    },
    [client],
  )
}
