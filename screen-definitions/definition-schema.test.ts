import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { definitionJsonSchema } from '#src/definition/schema/definition-schema.ts'
import { shapeIssues } from '#src/definition/schema/shape-issues.ts'

const modules = import.meta.glob<Record<string, { readonly name: string }>>('./**/*.screen.ts', { eager: true })
const definitions = Object.values(modules).flatMap((module) => Object.values(module))

test('the published schema is that of the language', async () => {
  const published: unknown = JSON.parse(await readFile('screen-definitions/screen.schema.json', 'utf8'))
  expect(published, 'run npm run schema').toEqual(definitionJsonSchema())
})

test('there are definitions', () => expect(definitions.length).toBeGreaterThan(5))

test.each(definitions.map((definition) => [definition.name, definition] as const))(
  '%s is a definition as data as well',
  (_name, definition) => expect(shapeIssues(JSON.parse(JSON.stringify(definition)))).toEqual([]),
)

test('what is no definition is told where and why', () => {
  const found = shapeIssues({
    name: 'x y',
    label: ['One'],
    area: 'masters',
    fields: {
      code: { type: 'text', maxx: 3 },
      share: { type: 'decimal', scale: 'two' },
      kind: { type: 'chioce' },
      note: { type: 'text', visible: { op: 'eq', field: 'code' } },
      lines: { type: 'rows', fields: { a: { type: 'text', upper: 'yes' } } },
    },
    form: { layout: [{ title: 'A', rows: [['code', 2]] }] },
    lst: {},
  })
  expect(found.map(({ path }) => path.join('.'))).toEqual([
    'name',
    'label',
    'fields.code.maxx',
    'fields.share.precision',
    'fields.share.scale',
    'fields.kind.type',
    'fields.note.visible.value',
    'fields.lines.fields.a.upper',
    'form.layout.0.rows.0.1',
    'lst',
  ])
  expect(found.find(({ path }) => path.at(-1) === 'maxx')?.message).toBe('There is no property maxx here')
  expect(found.find(({ path }) => path[1] === 'kind')?.message).toMatch(/One of text, longText/)
})
