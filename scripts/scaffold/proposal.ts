import type { FieldSpec } from '#src/definition'

/** A column of a file or of a table, with the cells that were read of it in their order; '' is an empty one. */
export interface SourceColumn {
  readonly name: string
  readonly cells: readonly string[]
  /** What a database says of it, which counts more than what its cells look like. */
  readonly declared?: { readonly spec: FieldSpec; readonly why: string }
}

export interface ProposedField {
  readonly name: string
  /** The column's own name, where it is more than another spelling of the field's. */
  readonly alias: string | null
  readonly spec: FieldSpec
  readonly why: string
}

export interface Proposal {
  readonly fields: readonly ProposedField[]
  readonly key: readonly string[]
  readonly keyWhy: string
}

/** A screen that columns may refer to: how people call its key. */
export interface Target {
  readonly name: string
  readonly keyNames: readonly string[]
}
