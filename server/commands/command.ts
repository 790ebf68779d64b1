import type { WriteContext } from '../engine/write.ts'
import type { Issue } from '../errors.ts'
import type { Sql } from '../store/sql.ts'

/** What an action hands to its command: the transaction, the caller, the records it is about and the checked parameters. */
export interface CommandContext extends WriteContext {
  /** Finds the records on the row `t`; nothing outside the caller's organisation. */
  readonly where: Sql
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A record that a command could not change, and why. */
export interface Failure {
  readonly id: number
  readonly message: string
  readonly issues?: readonly Issue[]
}

export interface CommandResult {
  readonly changed: number
  readonly unchanged: number
  readonly failed: readonly Failure[]
}

/** Does an action in the transaction it is handed; throws AppError to take everything back. */
export type Command = (context: CommandContext) => Promise<CommandResult>
