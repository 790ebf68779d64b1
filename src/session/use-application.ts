import { useSyncExternalStore } from 'react'
import type { Application } from '#src/definition/applications.ts'
import { currentApplication, onApplication } from './application.ts'

// Apart from the rest of the module, which runs before React is loaded.
export const useApplication = (): Application | null => useSyncExternalStore(onApplication, currentApplication)
