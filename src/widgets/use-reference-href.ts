import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Field } from '#src/definition'
import { listPath } from '#src/data/screens.ts'

// A page of a list asks hundreds of times.
function hrefsWithin(client: QueryClient): (field: Field, key: string) => string | undefined {
  const lists = new Map<string | undefined, string | undefined>()
  return ({ target }, key) => {
    if (!lists.has(target)) lists.set(target, listPath(client, target))
    const list = lists.get(target)
    return list && `${list}?search=${encodeURIComponent(key)}`
  }
}

/** Where the record behind a reference is found: the list of its screen, narrowed to the key; undefined without access to it. */
export function useReferenceHref(): (field: Field, key: string) => string | undefined {
  const client = useQueryClient()
  return useMemo(() => hrefsWithin(client), [client])
}
