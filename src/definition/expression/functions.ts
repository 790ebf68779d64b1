import type { ValueType } from './ast.ts'

export interface Signature {
  /** Type of each argument; 'any' takes all but conditions. */
  readonly args: readonly (ValueType | 'any')[]
  /** How many of them may be left out at the end. */
  readonly optional?: number
  /** The last one may be repeated. */
  readonly repeats?: boolean
  /** 'common': the common type of the arguments that are of type 'any'. */
  readonly result: ValueType | 'common'
  readonly help: string
}

/** The functions of the formula language. */
export const functions = {
  if: {
    args: ['boolean', 'any', 'any'],
    result: 'common',
    help: 'The second value where the condition holds, else the third',
  },
  empty: { args: ['any'], result: 'boolean', help: 'Whether there is no value' },
  coalesce: { args: ['any', 'any'], repeats: true, result: 'common', help: 'The first value that is not empty' },
  startsWith: { args: ['text', 'text'], result: 'boolean', help: 'Whether the first text begins with the second' },
  endsWith: { args: ['text', 'text'], result: 'boolean', help: 'Whether the first text ends with the second' },
  contains: { args: ['text', 'text'], result: 'boolean', help: 'Whether the first text contains the second' },
  left: { args: ['text', 'number'], result: 'text', help: 'The first characters of a text' },
  right: { args: ['text', 'number'], result: 'text', help: 'The last characters of a text' },
  length: { args: ['text'], result: 'number', help: 'The number of characters' },
  upper: { args: ['text'], result: 'text', help: 'The text in capital letters' },
  lower: { args: ['text'], result: 'text', help: 'The text in small letters' },
  trim: { args: ['text'], result: 'text', help: 'The text without white space around it' },
  replace: {
    args: ['text', 'text', 'text'],
    result: 'text',
    help: 'The text with every occurrence of the second replaced by the third',
  },
  concat: { args: ['any', 'any'], repeats: true, result: 'text', help: 'The values one after the other' },
  round: {
    args: ['number', 'number'],
    optional: 1,
    result: 'number',
    help: 'Rounded to so many decimals, half away from zero',
  },
  floor: { args: ['number'], result: 'number', help: 'The greatest whole number that is not above the number' },
  abs: { args: ['number'], result: 'number', help: 'The number without its sign' },
  number: { args: ['any'], result: 'number', help: 'The text read as a number' },
  date: { args: ['any'], result: 'date', help: 'The text read as a date' },
  code: { args: ['any'], result: 'text', help: 'The text of a code: 17850.0 becomes 17850' },
} as const satisfies Record<string, Signature>

export type FunctionName = keyof typeof functions

/** The signature of a function by its name in any case; undefined when there is none. */
export function functionNamed(
  name: string,
): { readonly name: FunctionName; readonly signature: Signature } | undefined {
  const wanted = name.toLowerCase()
  const found = (Object.keys(functions) as FunctionName[]).find((candidate) => candidate.toLowerCase() === wanted)
  return found && { name: found, signature: functions[found] }
}
