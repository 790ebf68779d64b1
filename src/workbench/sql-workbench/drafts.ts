import { sqlParameters } from '#src/definition/sql-parameters.ts'
import type { QueryParameter, SavedQuery } from './workbench-api.ts'

/** A statement as it stands in the editor. */
export interface Draft {
  readonly statement: string
  readonly parameters: readonly QueryParameter[]
}

export const emptyDraft: Draft = { statement: '', parameters: [] }

/** What is saved, as the editor begins with it. */
export const draftOf = ({ statement, parameters }: SavedQuery): Draft => ({ statement, parameters: parameters ?? [] })

const types = {
  number: /(amount|value|quantity|price|rate|min|max|limit|count)/i,
  date: /(date|day|from|to|since|until)$/i,
}

/** What a parameter of this name most likely is. */
const likelyType = (name: string): QueryParameter['type'] =>
  types.date.test(name) ? 'date' : types.number.test(name) ? 'number' : 'text'

/** The parameters that the statement names now: those known before keep their types and values. */
export const declaredIn = ({ statement, parameters }: Draft): QueryParameter[] =>
  sqlParameters(statement).map(
    (name) => parameters.find((one) => one.name === name) ?? { name, type: likelyType(name), value: null },
  )

const told = (draft: Draft): string =>
  JSON.stringify([draft.statement, declaredIn(draft).map(({ name, type, value }) => [name, type, value ?? null])])

/** Whether two drafts ask for the same. */
export const sameDraft = (one: Draft, other: Draft): boolean => told(one) === told(other)
