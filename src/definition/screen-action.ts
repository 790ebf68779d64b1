import type { CommandName } from './commands.ts'
import type { Condition } from './conditions.ts'
import type { Field, FieldSpec, Json } from './field.ts'

export interface ActionInput {
  readonly name: string
  readonly label: string
  readonly icon?: string
  /** Name in the server's map of commands. */
  readonly command: CommandName
  readonly on: readonly ('row' | 'selection' | 'filter' | 'screen')[]
  /** A button of its own on the record, where it can be done. */
  readonly primary?: boolean
  /** Parameters that the definition gives itself; nobody is asked for them. */
  readonly values?: Readonly<Record<string, Json>>
  readonly when?: Condition
  /** What it hands over for a record is a page of the product, which is opened. */
  readonly opens?: boolean
  /** Everything a filter finds is gone through piece by piece, each in a transaction of its own, instead of at most ten thousand records at once. */
  readonly inPieces?: boolean
  readonly confirm?: string
  readonly danger?: boolean
  readonly parameters?: Readonly<Record<string, FieldSpec>>
  readonly access?: string
  readonly message?: string
}

export interface Action extends Omit<ActionInput, 'parameters' | 'access'> {
  readonly parameters: readonly Field[]
  readonly access: string
}
