import type { Condition } from './conditions.ts'

/** The state in which something may be done with a record, and why it may not in others. */
export interface Standing {
  readonly when: Condition
  readonly otherwise: string
  /** Fields that may be changed in every state. */
  readonly except?: readonly string[]
}

/** What the state of a record allows. */
export interface Standings {
  /** A record for which it does not hold is read at the address of its form too, with these words. */
  readonly editable?: Standing
  /** A record for which it does not hold is not offered to be deleted, and says so with these words. */
  readonly deletable?: Omit<Standing, 'except'>
}
