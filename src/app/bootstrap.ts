import { useQuery } from '@tanstack/react-query'
import { type Bootstrap, bootstrapQuery } from '#src/data/bootstrap.ts'
import { keepPlace } from '#src/data/places.ts'
import { applyProfile } from '#src/session/appearance.ts'
import { chooseApplication, initialApplication, startingApplication } from '#src/session/application.ts'
import { useApplication } from '#src/session/use-application.ts'
import { slices } from '#src/session/slices.ts'
import type { Application } from '#src/definition/applications.ts'
import { queryClient } from './query-client.ts'

/** The bootstrap of an application at a path, as it is known or from the server. */
export async function fetchFor(application: Application | null, path: string): Promise<Bootstrap> {
  const query = bootstrapQuery(application, path)
  const known = queryClient.getQueryData(query.queryKey)
  if (known) return known
  const bootstrap = await queryClient.ensureQueryData(query)
  const { at, route = null, screen = null, views = null, denied } = bootstrap
  keepPlace(queryClient, at, { route, screen, views, ...(denied ? { denied } : {}) })
  slices.set('profileData', bootstrap.profile)
  applyProfile(bootstrap.profile)
  return bootstrap
}

/** The bootstrap of the current application; chooses one first where the tab has none and the choice is clear. */
export async function loadBootstrap(
  path: string,
): Promise<{ readonly bootstrap: Bootstrap; readonly application: Application | null }> {
  const hint = startingApplication()
  const bootstrap = await fetchFor(hint, path)
  const application = initialApplication(bootstrap.profile)
  if (application === null) return { bootstrap, application }
  chooseApplication(application)
  return { application, bootstrap: application === hint ? bootstrap : await fetchFor(application, path) }
}

/** The bootstrap that the shell's loader has put there. */
export function useBootstrap(): Bootstrap {
  const application = useApplication()
  const { data } = useQuery(bootstrapQuery(application))
  const known =
    data ?? queryClient.getQueriesData<Bootstrap>({ queryKey: ['bootstrap'] }).find(([, value]) => value)?.[1]
  if (!known) throw new Error('The profile is not loaded yet')
  return known
}
