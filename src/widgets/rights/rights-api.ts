import { queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import type { Rights } from './rights-model.ts'

/** Everything that can be allowed; needs the permission to administer roles. */
export const rightsQuery = queryOptions({
  queryKey: ['rights'],
  queryFn: ({ signal }) => api.get<Rights>('rights', { signal }),
  staleTime: 60_000,
  meta: { quiet: true },
})
