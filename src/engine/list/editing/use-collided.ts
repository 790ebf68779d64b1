import type { Screen } from '#src/definition'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useProfileId } from '#src/widgets/use-profile-id.ts'
import { whoSaved } from '#src/widgets/who-saved.ts'
import { collisions, withSaver } from './staging.ts'
import type { StagingModel } from './use-staging.ts'

// Of more of them nobody looks at each.
const most = 25

/** Asks who saved what collides with one's own changes: it may have been oneself, in another window. */
export function useCollided(screen: Screen, { staging, amend }: Pick<StagingModel, 'staging' | 'amend'>): void {
  const client = useQueryClient()
  const user = useProfileId()
  const asking = useRef(new Set<string>())
  const asked = useRef(0)
  useEffect(() => {
    for (const record of staging.values()) {
      const { id, key, refusal } = record
      const version = Number(refusal?.current?.['row_version'])
      const mark = `${key} ${version}`
      if (id === null || !refusal?.current || refusal.isOwn !== undefined || asking.current.has(mark)) continue
      if (asked.current >= most || collisions(record, screen.fields).length === 0) continue
      asking.current.add(mark)
      asked.current += 1
      void whoSaved(client, screen, { id, row_version: version }, user()).then(({ isUser }) => {
        // A save that ends at the same moment may put its own answer in the place of this one: then it is asked again.
        asking.current.delete(mark)
        amend((current) => withSaver(current, key, version, isUser))
      })
    }
  }, [staging, amend, client, screen, user])
}
