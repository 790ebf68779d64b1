import { expect, test } from 'vitest'
import { normalizeScreen, type ScreenDefinition } from '#src/definition'
import { definitionOf } from '#src/definition/definition-of.ts'
import { shapeIssues } from '#src/definition/schema/shape-issues.ts'

const modules = import.meta.glob<Record<string, ScreenDefinition>>('./**/*.screen.ts', { eager: true })
const definitions = Object.values(modules).flatMap((module) => Object.values(module))

test.each(definitions.map((definition) => [definition.name, definition] as const))(
  '%s: a definition made of the screen makes the same screen, as JSON too',
  (_name, definition) => {
    const screen = normalizeScreen(definition)
    const written = JSON.parse(JSON.stringify(definitionOf(screen))) as ScreenDefinition
    expect(shapeIssues(written)).toEqual([])
    expect(normalizeScreen(written)).toEqual(screen)
    expect(Object.keys(written).length).toBeLessThanOrEqual(Object.keys(definition).length + 1)
  },
)
