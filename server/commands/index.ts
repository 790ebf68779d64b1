import type { CommandName } from '#src/definition'
import type { Command } from './command.ts'
import { setValues } from './set-values.ts'

/** The commands by the names that definitions give them. */
export const commands = { 'set-values': setValues } satisfies Record<CommandName, Command>
