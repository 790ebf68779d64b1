import { createContext } from 'react'
import type { Screen } from '#src/definition'
import type { ReferenceOption } from './reference-search.ts'

/** A record that is to be created where it is referred to. */
export interface QuickCreateRequest {
  readonly screen: Screen
  /** What was searched for. */
  readonly text: string
  readonly onCreated: (option: ReferenceOption) => void
}

/** Opens the small form for a new record; null where references are only picked. */
export const QuickCreateContext = createContext<((request: QuickCreateRequest) => void) | null>(null)
