import {
  type Application,
  applications,
  type ApplicationType,
  applicationTypes,
  type SubApplication,
  subApplications,
} from '#src/definition/applications.ts'
import { localKeys, sessionKeys } from './storage-keys.ts'

const listeners = new Set<() => void>()

export const isApplicationType = (name: unknown): name is ApplicationType =>
  applicationTypes.includes(name as ApplicationType)
export const isSubApplication = (name: unknown): name is SubApplication =>
  subApplications.includes(name as SubApplication)
const isApplication = (name: unknown): name is Application => applications.includes(name as Application)

/** The one application type of this tab's session; null until it is chosen. */
export function currentApplicationType(): ApplicationType | null {
  const name = sessionStorage.getItem(sessionKeys.application)
  return isApplicationType(name) ? name : null
}

/** The application whose screens are shown: a sub-application opened beside the current type, or the type itself. */
export function currentApplication(): Application | null {
  const sub = sessionStorage.getItem(sessionKeys.subApplication)
  return isSubApplication(sub) ? sub : currentApplicationType()
}

/** Makes an application current. A sub-application leaves the application type as it is. */
export function chooseApplication(name: Application): void {
  if (isSubApplication(name)) sessionStorage.setItem(sessionKeys.subApplication, name)
  else {
    sessionStorage.setItem(sessionKeys.application, name)
    sessionStorage.removeItem(sessionKeys.subApplication)
  }
  localStorage.setItem(localKeys.lastApplication, name)
  for (const listener of listeners) listener()
}

/** Hears when another application becomes current. */
export function onApplication(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface Authorized {
  readonly authorized_apps: readonly string[]
  readonly start_application?: string | null
}

/**
 * The application to begin with in a tab that has none yet: the one used last, the profile's own, or the only one there is;
 * null leaves the choice to the launcher.
 */
export function initialApplication({
  authorized_apps: authorized,
  start_application: start,
}: Authorized): Application | null {
  const last = localStorage.getItem(localKeys.lastApplication)
  const candidates = [currentApplication(), last, start, authorized.length === 1 ? authorized[0] : null]
  return candidates.filter(isApplication).find((name) => authorized.includes(name)) ?? null
}

/** What to ask for before the profile is known: the tab's own application, or the one used last. */
export function startingApplication(): Application | null {
  const last = localStorage.getItem(localKeys.lastApplication)
  return currentApplication() ?? (isApplication(last) ? last : null)
}
