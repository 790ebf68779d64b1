import { createContext, use } from 'react'
import type { Field, Issue } from '#src/definition'
import type { Labels } from '#src/widgets/cell-text.ts'
import type { Values } from './changes.ts'
import type { SectionLayout } from './layout.ts'

/** What every field of an open form needs; stable while one types, so that fields render only for themselves. */
export interface RecordContextValue {
  readonly fields: ReadonlyMap<string, Field>
  readonly sections: readonly SectionLayout[]
  /** Those of the sections that are shown beside these values. */
  readonly shape: (sections: readonly SectionLayout[], values: Values) => readonly SectionLayout[]
  readonly mode: 'create' | 'update'
  readonly locale: string
  readonly busy: boolean
  readonly labels: Labels
  readonly base: Values
  /** Whether a field stays as it is in the record's present state. */
  readonly stays?: (name: string) => boolean
  readonly commit: (name: string, value: unknown) => void
  readonly referenceHref?: (field: Field, key: string) => string | undefined
}

export const RecordContext = createContext<RecordContextValue | null>(null)
/** The values and problems, for the few parts that need all of them. */
export const ValuesContext = createContext<{ readonly values: Values; readonly issues: readonly Issue[] }>({
  values: {},
  issues: [],
})

export function useRecordContext(): RecordContextValue {
  const value = use(RecordContext)
  if (!value) throw new Error('A record field needs its form')
  return value
}
