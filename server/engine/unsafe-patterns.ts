import safe from 'safe-regex2'
import type { FieldSpec, ScreenDefinition } from '#src/definition'
import type { DesignIssue } from '#src/definition/own-screen.ts'

const longest = 200

/** Patterns that a text could keep the server busy with; nobody's definition may do that to the others. */
export function unsafePatterns({ fields, actions = [] }: ScreenDefinition): DesignIssue[] {
  return [
    ...inFields(fields, ['fields']),
    ...actions.flatMap((action) => inFields(action.parameters ?? {}, ['actions', action.name, 'parameters'])),
  ]
}

function inFields(fields: Readonly<Record<string, FieldSpec>>, path: readonly string[]): DesignIssue[] {
  return Object.entries(fields).flatMap(([name, { pattern, fields: inner }]) => [
    ...(pattern !== undefined && (pattern.length > longest || !safe(pattern))
      ? [
          {
            path: [...path, name, 'pattern'],
            message: 'This pattern could take forever on some texts',
            fix: 'repeat no group that repeats something itself',
          },
        ]
      : []),
    ...(inner ? inFields(inner, [...path, name]) : []),
  ])
}
