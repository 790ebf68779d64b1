import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Part } from './parts.ts'

/** A call that really ran: what was sent and what came back. */
export interface Example {
  readonly status: number
  readonly request?: unknown
  readonly response: unknown
}

/** Recorded by tests/api/openapi-examples.test.ts, by `METHOD /path`. */
export const examplesFile = join(import.meta.dirname, 'examples.json')

type Paths = Readonly<Record<string, Part>>

let recorded: readonly [call: string, example: Example][] | undefined

const examples = () =>
  (recorded ??= Object.entries(JSON.parse(readFileSync(examplesFile, 'utf8')) as Record<string, Example>))

const at = (part: unknown, ...names: readonly (string | number)[]): Record<string, unknown> | undefined =>
  names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], part) as
    | Record<string, unknown>
    | undefined

/** The paths with what really was sent and answered, where such a call was recorded. */
export function withExamples(paths: Paths): Paths {
  const shown = { ...paths }
  for (const [call, { status, request, response }] of examples()) {
    const [method = '', path = ''] = call.split(' ')
    if (!at(shown, path, method.toLowerCase())) continue
    // Parts of a description are shared between its calls; an example belongs to one.
    const item = structuredClone(shown[path]!)
    shown[path] = item
    const operation = at(item, method.toLowerCase())
    const asked = at(operation, 'requestBody', 'content', 'application/json')
    if (asked && request !== undefined) asked['example'] = request
    const answered = at(operation, 'responses', status, 'content', 'application/json')
    if (answered) answered['example'] = response
  }
  return shown
}
