import type { Application } from './applications.ts'

/** How the application somebody works in chooses among the records of a screen. */
export interface ByApplicationInput<N extends string> {
  /** The field that holds the application a record belongs to; a record without one belongs to all. */
  readonly field: N | (string & {})
  /** The reference whose record has that field, where it is not of the screen itself. */
  readonly through?: N
  /** Paths of the same calls that act in an application, whichever the caller works in. */
  readonly endpoints?: Partial<Record<Application, string>>
}

export interface ByApplication {
  readonly field: string
  readonly through: string | null
  readonly endpoints: Partial<Record<Application, string>>
}
