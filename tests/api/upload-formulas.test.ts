import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TextFormat } from '#src/definition'
import { evaluateExpression } from '#src/definition/expression/evaluate.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { printExpression } from '#src/definition/expression/print.ts'
import { expressionSql } from '#src/definition/expression/sql.ts'
import { trimSql } from '#src/definition/field-types/blanks.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(async () => {
  await db.close()
})

const columns = ['a', 'b', 'Net value']
const column = fc.constantFrom('a', 'b', '[Net value]')
const literalText = fc.constantFrom('""', '"x"', '"C1"', '"1.50"', '"2026-02-28"', '" a b "', "'it''s'", '"."')
const call = (name: string, ...args: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...args).map((parts) => `${name}(${parts.join(', ')})`)

const { anyText, anyNumber, anyCondition } = fc.letrec<
  Record<'anyText' | 'anyNumber' | 'anyDate' | 'anyCondition' | 'anything', string>
>((tie) => {
  const [t, n, d, c, x] = [tie('anyText'), tie('anyNumber'), tie('anyDate'), tie('anyCondition'), tie('anything')]
  const comparison = fc
    .tuple(x, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), x)
    .map(([l, op, r]) => `(${l}) ${op} (${r})`)
  const deep = { maxDepth: 3, depthIdentifier: 'formula' }
  return {
    anyText: fc.oneof(
      deep,
      column,
      literalText,
      call('if', c, t, t),
      call('coalesce', t, x),
      call('left', t, n),
      call('right', t, n),
      call('upper', t),
      call('lower', t),
      call('trim', t),
      call('replace', t, t, t),
      call('concat', x, x, x),
      call('code', x),
    ),
    anyNumber: fc.oneof(
      deep,
      fc.constantFrom('0', '1', '2.50', '-3', '1000000', '.125'),
      call('number', x),
      fc.tuple(x.filter(notADate), fc.constantFrom('+', '-', '*', '/'), n).map(([l, op, r]) => `(${l}) ${op} (${r})`),
      call('round', n),
      call('round', n, n),
      call('abs', n),
      call('floor', n),
      call('length', t),
      call('if', c, n, n),
      call('coalesce', n, n),
    ),
    anyDate: fc.oneof(deep, call('date', t), call('if', c, d, d), call('coalesce', d, d)),
    anyCondition: fc.oneof(
      deep,
      comparison,
      call('empty', x),
      call('startsWith', t, t),
      call('endsWith', t, t),
      call('contains', t, t),
      fc.tuple(c, fc.constantFrom('and', 'or'), c).map(([l, op, r]) => `(${l}) ${op} (${r})`),
      c.map((of) => `not (${of})`),
    ),
    anything: fc.oneof(deep, column, t, n, d),
  }
})

function notADate(source: string): boolean {
  const { type } = parseExpression(source)
  return type !== 'date'
}

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'C536379',
    '17850.0',
    '-6',
    '2.55',
    '1,234.5',
    '1.234,5',
    '2010-12-01 08:26:00',
    '31.12.2026',
    '2/3/24',
    'x',
    'NULL',
    ' a ',
    '(7)',
    '1e3',
    'straße',
    '-0.00',
  ),
  fc.string({ maxLength: 6 }).filter((text) => !text.includes('\0')),
)
const formats: readonly TextFormat[] = [
  { decimal: '.', dateOrder: 'MDY' },
  { decimal: ',', dateOrder: 'DMY' },
]

describe('a formula means the same in the browser and in the database', () => {
  it('for random formulas and lines', async () => {
    const sources = [...fc.sample(anyText, 250), ...fc.sample(anyNumber, 250), ...fc.sample(anyCondition, 250)]
    const lines = fc.sample(fc.tuple(cell, cell, cell), 25)
    await db.system(async (tx) => {
      await tx.client.query('create temp table line (at int, c0 text, c1 text, c2 text)')
      for (const [index, line] of lines.entries())
        await tx.client.query('insert into line values ($1, $2, $3, $4)', [index, ...line])
      for (const [index, source] of sources.entries()) {
        const tree = parseExpression(source)
        const format = formats[index % 2]!
        const sql = expressionSql(tree, {
          format,
          column: (name) => ({ text: `nullif(${trimSql(`c${columns.indexOf(name)}`)}, '')` }),
        })
        const shown =
          tree.type === 'number' ? `trim_scale(${sql})::text` : tree.type === 'date' ? `(${sql})::text` : sql
        const { rows } = await tx.client.query<{ value: unknown }>(`select ${shown} as value from line order by at`)
        for (const [at, line] of lines.entries()) {
          const expected = evaluateExpression(tree, (name) => line[columns.indexOf(name)] ?? null, format)
          expect({ source, line, value: rows[at]!.value }).toEqual({ source, line, value: expected })
        }
      }
    })
  })

  it('and is printed as it is read', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyNumber, anyCondition), (source) => {
        const tree = parseExpression(source)
        expect(parseExpression(printExpression(tree))).toEqual(tree)
      }),
    )
  })
})
