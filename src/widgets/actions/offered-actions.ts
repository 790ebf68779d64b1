import { evaluate, fieldsOf, type Action, type Screen } from '#src/definition'
import { readersCalendar } from '#src/definition/dates.ts'
import { conditionWords } from '#src/definition/condition-words.ts'

type Values = Readonly<Record<string, unknown>>

export interface OfferedAction {
  readonly action: Action
  /** Why it cannot be done on this record now, in words; undefined when it can. */
  readonly excluded?: string
}

/** The actions that a screen offers `me`, a user's key, on one record; those its `when` excludes say so. What depends on fields that are not known is left to the server. */
export function rowActions(
  { actions, fields }: Pick<Screen, 'actions' | 'fields'>,
  record: Values,
  me: string | undefined,
): OfferedAction[] {
  const context = { fields, ...readersCalendar(), me }
  return actions
    .filter(({ on }) => on.includes('row') || on.includes('selection'))
    .map((action) => {
      const { when } = action
      const decidable = when && fieldsOf(when).every((name) => name in record)
      return decidable && !evaluate(when, record, context)
        ? { action, excluded: `Only where ${conditionWords(when, fields)}` }
        : { action }
    })
}
