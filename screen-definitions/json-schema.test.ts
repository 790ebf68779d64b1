import { customizeValidator } from '@rjsf/validator-ajv8'
import { expect, test } from 'vitest'
import { normalizeScreen, validateRecord, type Json, type ScreenDefinition } from '#src/definition'
import { recordJsonSchema } from '#src/definition/json-schema.ts'

const modules = import.meta.glob<Record<string, ScreenDefinition>>('./**/*.screen.ts', { eager: true })
const screens = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .map(normalizeScreen)
const validator = customizeValidator()

const accepted = (test: object): Readonly<Record<string, Json>> | null =>
  'accept' in test ? (test.accept as Record<string, Json>) : null

test('there are definitions', () => expect(screens.length).toBeGreaterThan(5))

test.each(screens.map((screen) => [screen.name, screen] as const))(
  '%s: its JSON Schema is valid and takes what the record takes',
  (_name, screen) => {
    for (const mode of ['create', 'update'] as const) {
      const schema = recordJsonSchema(screen.fields, { mode })
      expect(validator.ajv.validateSchema(schema), JSON.stringify(validator.ajv.errors)).toBe(true)
      const check = validator.ajv.compile(schema)
      for (const record of screen.tests.map(accepted)) {
        if (!record) continue
        const { values, issues } = validateRecord(screen.fields, record, { mode: 'create', today: '2026-01-31' })
        expect(issues).toEqual([])
        expect(check(values), JSON.stringify(check.errors)).toBe(true)
      }
    }
  },
)
