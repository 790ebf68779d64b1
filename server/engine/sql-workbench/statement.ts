import { sqlEnd, sqlPieces } from '#src/definition/sql-parameters.ts'
import type { Issue } from '../../errors.ts'

/** What a parameter of a statement may be, and the type its value has in PostgreSQL. */
export const parameterTypes = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  flag: 'boolean',
} as const

export type ParameterType = keyof typeof parameterTypes

export interface Parameter {
  readonly name: string
  readonly type: ParameterType
}

export interface Prepared {
  readonly text: string
  /** The place in what the user wrote of a place in `text`, both from 0. */
  readonly placeOf: (place: number) => number
}

/** The statement with `given(name)` in the place of each parameter, between `before` and a closing bracket. */
export function written(text: string, before: string, given: (name: string) => string, after = ''): Prepared {
  let made = before
  const starts: { readonly made: number; readonly at: number; readonly fixed: boolean }[] = []
  for (const piece of sqlPieces(text)) {
    starts.push({ made: made.length, at: piece.at, fixed: piece.parameter !== undefined })
    made += piece.parameter === undefined ? piece.text : given(piece.parameter)
  }
  const end = sqlEnd(text)
  return {
    // The line's end keeps a comment at the end from swallowing what comes behind it.
    text: `${made}\n)${after}`,
    placeOf: (place) => {
      const start = starts.findLast((one) => one.made <= place)
      if (!start) return 0
      return Math.min(end, start.fixed ? start.at : start.at + place - start.made)
    },
  }
}

export interface Position {
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

/** Line and column of a place in a text. */
export function positionOf(text: string, place: number): Position {
  const before = text.slice(0, place).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const days = /^\d{4}-\d{2}-\d{2}$/
const numbers = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** The values of the parameters of a statement in their order, and what is wrong with them. */
export function valuesOf(
  names: readonly string[],
  declared: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
): { readonly values: (string | null)[]; readonly issues: Issue[] } {
  const issues: Issue[] = []
  const values = names.map((name) => {
    const type = declared.find((one) => one.name === name)?.type ?? 'text'
    const value = given[name]
    if (value === undefined || value === null || value === '') return null
    const text = String(value)
    const fits =
      type === 'date'
        ? days.test(text) && !Number.isNaN(Date.parse(text))
        : type === 'number'
          ? numbers.test(text)
          : type === 'flag'
            ? /^(true|false)$/.test(text)
            : true
    if (!fits) issues.push({ path: ['parameters', name], code: type, message: `This is no ${words[type]}.` })
    return text
  })
  return { values, issues }
}

const words: Record<ParameterType, string> = { text: 'text', number: 'number', date: 'day', flag: 'yes or no' }
