import type { Outcome, Targets } from '../engine/each-record.ts'
import type { WriteContext } from '../engine/write-check.ts'

/** What an action hands to its command: the transaction, the caller, the records it is about and the checked parameters. */
export interface CommandContext extends WriteContext {
  readonly targets: Targets
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Does an action in the transaction it is handed; throws AppError to take everything back. */
export type Command = (context: CommandContext) => Promise<Outcome>
