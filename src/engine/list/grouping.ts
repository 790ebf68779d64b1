import type { Field } from '#src/definition'

const groupable: ReadonlySet<string> = new Set(['text', 'choice', 'flag', 'reference', 'date', 'dateTime', 'integer'])

/** Whether rows that share a value of the field make sense as a group. */
export const canGroupBy = (field: Field): boolean => groupable.has(field.type) && !field.hidden
