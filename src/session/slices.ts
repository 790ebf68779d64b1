import { useSyncExternalStore } from 'react'
import type { Profile } from '#src/data/bootstrap.ts'
import { localKeys } from './storage-keys.ts'

export interface SignedInUser {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly organization_id?: number
}

export interface LoginData {
  readonly user: SignedInUser | null
  readonly error: string | null
}

/** The state that outlives a reload: these five and nothing else (the specification's whitelist). */
export interface Slices {
  readonly loginData: LoginData
  readonly profileData: Profile | null
  readonly customerData: unknown
  readonly holidayCalendarData: unknown
  readonly financialCloseData: unknown
}

const empty: Slices = {
  loginData: { user: null, error: null },
  profileData: null,
  customerData: null,
  holidayCalendarData: null,
  financialCloseData: null,
}

export const persistedSlices = Object.keys(empty) as readonly (keyof Slices)[]

let state: Slices = empty
const listeners = new Set<() => void>()

const publish = (next: Slices): void => {
  state = next
  for (const listener of listeners) listener()
}

const persist = (): void => {
  const kept = Object.fromEntries(persistedSlices.map((name) => [name, state[name]]))
  localStorage.setItem(localKeys.slices, JSON.stringify(kept))
}

export const slices = {
  get: <N extends keyof Slices>(name: N): Slices[N] => state[name],
  set: <N extends keyof Slices>(name: N, value: Slices[N]): void => {
    publish({ ...state, [name]: value })
    persist()
  },
  /** Empties memory and storage alike. */
  purge: (): void => {
    publish(empty)
    localStorage.removeItem(localKeys.slices)
  },
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSlice = <N extends keyof Slices>(name: N): Slices[N] =>
  useSyncExternalStore(subscribe, () => state[name])

/** How long the restore may take, in ms. */
export const restoreTimeout = 5000

export class RestoreTimeoutError extends Error {
  override name = 'RestoreTimeoutError'
  constructor() {
    super('Your session could not be restored within 5 seconds.')
  }
}

const readStored = (): Promise<string | null> => Promise.resolve(localStorage.getItem(localKeys.slices))

/** Takes up what was persisted; what cannot be read is forgotten. Rejects after `restoreTimeout`. */
export async function restoreSlices(read: () => Promise<string | null> = readStored): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RestoreTimeoutError()), restoreTimeout)
  })
  try {
    const text = await Promise.race([read(), late])
    if (text !== null) publish({ ...empty, ...whitelisted(text) })
  } finally {
    clearTimeout(timer)
  }
}

function whitelisted(text: string): Partial<Slices> {
  try {
    const stored = JSON.parse(text) as Record<string, unknown>
    return Object.fromEntries(persistedSlices.filter((name) => name in stored).map((name) => [name, stored[name]]))
  } catch {
    return {}
  }
}
