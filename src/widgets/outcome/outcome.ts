/** A record that work on many left as it was, and why. */
export interface OutcomeLine {
  readonly id: number | null
  /** What the record is called. */
  readonly key: string
  readonly reason: string
}

/** What work on many records came to, as it is shown. */
export interface RecordOutcome {
  readonly done: number
  readonly failed: readonly OutcomeLine[]
  readonly skipped: readonly OutcomeLine[]
  /** How many failed where not all of them are named. */
  readonly failedCount?: number
}

interface AnsweredFailure {
  readonly id: number
  readonly key: string
  readonly message: string
  readonly issues?: readonly { readonly path?: readonly (string | number)[]; readonly message: string }[]
}

/** The answer of an action. */
export interface ActionAnswer {
  readonly done: number
  readonly skipped: readonly (OutcomeLine & { readonly id: number })[]
  readonly failed: readonly AnsweredFailure[]
  readonly given: readonly { readonly id: number; readonly key: string; readonly value: string }[]
}

/** The reason a record failed for: what is wrong with its values, else the server's words. */
export const failureReason = ({ message, issues = [] }: Pick<AnsweredFailure, 'message' | 'issues'>): string =>
  issues.length > 0 ? [...new Set(issues.map((issue) => issue.message))].join('. ') : message

export const outcomeOf = ({ done, skipped, failed }: ActionAnswer): RecordOutcome => ({
  done,
  skipped,
  failed: failed.map((failure) => ({ id: failure.id, key: failure.key, reason: failureReason(failure) })),
})

/** What is wrong with the parameters themselves, where one record alone was meant and nothing else is: told where they are entered. */
export const parameterProblem = ({ done, skipped, failed }: ActionAnswer): string | null => {
  const [only, ...others] = failed
  const issues = only?.issues ?? []
  const isAlone = done === 0 && skipped.length === 0 && others.length === 0
  return only && isAlone && issues.length > 0 && issues.every(({ path }) => path?.[0] === 'parameters')
    ? failureReason(only)
    : null
}
