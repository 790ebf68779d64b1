import type * as z from 'zod/mini'
import { definitionSchema } from './definition-schema.ts'

export interface ShapeIssue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Where data is no definition, and why; empty when it is one. */
export function shapeIssues(data: unknown): ShapeIssue[] {
  const read = definitionSchema.safeParse(data)
  return read.success ? [] : read.error.issues.flatMap((issue) => unfold(issue, []))
}

type Issue = z.core.$ZodIssue

/** A value that fits no alternative is told by the alternative that it comes closest to. */
function unfold(issue: Issue, before: ShapeIssue['path']): ShapeIssue[] {
  const path = [...before, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: `There is no property ${key} here` }))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message: words(issue) }]
  const closest = issue.errors.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0] ?? []
  return closest.flatMap((inner) => unfold(inner, path))
}

const depth = (issues: readonly Issue[]): number => Math.max(...issues.map(({ path }) => path.length))

const kinds: Readonly<Record<string, string>> = {
  string: 'A text',
  int: 'A whole number',
  number: 'A number',
  boolean: 'true or false',
  array: 'A list',
  tuple: 'A list of two',
  object: 'An object',
  record: 'An object',
}

function words(issue: Issue): string {
  if (issue.code === 'invalid_type') return `${kinds[issue.expected] ?? `A ${issue.expected}`} is needed`
  if (issue.code === 'invalid_value') return `One of ${issue.values.map(String).join(', ')} is needed`
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options))
    return `One of ${issue.options.map(String).join(', ')} is needed`
  if (issue.code === 'too_small')
    return issue.minimum === 1 ? 'It may not be empty' : `At least ${issue.minimum} is needed`
  return issue.message === 'Invalid input' ? 'This does not fit here' : issue.message
}
