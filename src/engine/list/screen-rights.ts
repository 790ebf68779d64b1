import type { Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Bootstrap } from '#src/data/bootstrap.ts'
import { covers } from '#src/data/permissions.ts'

export interface ScreenRights {
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  readonly upload: boolean
  readonly export: boolean
}

/** What the signed-in user may do on a screen. */
export function useScreenRights(screen: Screen): ScreenRights {
  const client = useQueryClient()
  const known = client.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).find(([, data]) => data)?.[1]
  const held = known?.profile.permissions
  return useMemo(() => {
    const may = (needed: string): boolean => covers(held ?? [], needed)
    const { access } = screen
    return {
      create: may(access.create),
      update: may(access.update),
      delete: may(access.delete),
      upload: may(access.upload),
      export: may(access.export),
    }
  }, [held, screen])
}
