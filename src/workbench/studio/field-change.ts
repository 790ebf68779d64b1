import type { FieldSpec } from '#src/definition'

/** Options of a field that change; undefined takes an option away. */
export type FieldChange = Partial<Record<keyof FieldSpec, unknown>>
