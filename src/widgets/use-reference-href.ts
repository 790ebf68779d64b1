import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Field } from '#src/definition'
import type { Bootstrap } from '#src/data/bootstrap.ts'

/** The list of a screen, as the routes say; undefined without access to it. */
function listOf(client: QueryClient, screen: string | undefined): string | undefined {
  const boots = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] })
  const routes = boots.flatMap(([, boot]) => boot?.routes ?? [])
  return routes.find(([, name, kind]) => name === screen && kind === 'list')?.[0]
}

// A page of a list asks hundreds of times; the routes are thousands.
function hrefsWithin(client: QueryClient): (field: Field, key: string) => string | undefined {
  const lists = new Map<string | undefined, string | undefined>()
  return (field, key) => {
    if (!lists.has(field.target)) lists.set(field.target, listOf(client, field.target))
    const list = lists.get(field.target)
    return list && `${list}?search=${encodeURIComponent(key)}`
  }
}

/** Where the record behind a reference is found: the list of its screen, narrowed to the key; undefined without access to it. */
export function useReferenceHref(): (field: Field, key: string) => string | undefined {
  const client = useQueryClient()
  return useMemo(() => hrefsWithin(client), [client])
}
