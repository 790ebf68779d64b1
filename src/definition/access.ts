import type { Condition } from './conditions.ts'

/** Who may do what: 'any' (any signed-in user) or a permission such as 'masters.write'. */
export interface AccessInput<N extends string> {
  readonly read?: string
  readonly write?: string
  readonly create?: string
  readonly update?: string
  readonly delete?: string
  readonly upload?: string
  readonly export?: string
  readonly fields?: Partial<Record<N, { readonly read?: string; readonly write?: string }>>
  /** Which of its records somebody sees who may read the screen; all of them unless given. */
  readonly rows?: RowAccessInput<N>
}

/** A record is seen by those whom its own condition admits, by those who may read the screen it is about, and by those who see every record. */
export interface RowAccessInput<N extends string> {
  /** On the record, with '@me' for whoever asks. */
  readonly when: Condition
  /** The field with the name of the screen that a record is about; whoever may read that one, with its amount, reads what is about it. */
  readonly about?: N
  /** The permission of those who see every record. */
  readonly all?: string
}

/** Permissions with every default filled in. */
export interface Access {
  readonly read: string
  readonly create: string
  readonly update: string
  readonly delete: string
  readonly upload: string
  readonly export: string
  readonly fields: Readonly<Record<string, { readonly read?: string; readonly write?: string }>>
  /** null: every record. */
  readonly rows: RowAccessInput<string> | null
  /** Of screens that an organisation configures: for whom they are; for everybody with the permissions unless given. */
  readonly audience?: Audience
}

/** People by their role or by themselves; any of the two is enough. */
export interface Audience {
  /** Ids of roles. */
  readonly roles: readonly number[]
  /** Email addresses. */
  readonly users: readonly string[]
}
