import { describe, expect, it } from 'vitest'
import { sqlParameters, sqlStatements } from '#src/definition/sql-parameters.ts'
import { positionOf, valuesOf, written } from './statement.ts'

describe('parameters of a statement', () => {
  it('stand outside of texts, names, comments and casts', () => {
    const text = `select ':a', ":b", $$ :c $$, $x$ :d $x$, e'\\':e', now()::date -- :f\n /* :g */ from t where x = :h and y::text = :i`
    expect(sqlParameters(text)).toEqual(['h', 'i'])
    expect(sqlParameters('select :one + :two + :one')).toEqual(['one', 'two'])
  })

  it('are exchanged, and places lead back to what was written', () => {
    const prepared = written('select :n, nonsense; ', 'select * from (', () => '($1::numeric)', ' q')
    expect(prepared.text).toBe('select * from (select ($1::numeric), nonsense\n) q')
    expect(prepared.placeOf(prepared.text.indexOf('nonsense'))).toBe(11)
    expect(prepared.placeOf(prepared.text.indexOf('$1'))).toBe(7)
    expect(prepared.placeOf(0)).toBe(0)
    expect(prepared.placeOf(10_000)).toBe('select :n, nonsense'.length)
  })

  it('cannot swallow what closes the statement', () => {
    for (const text of ['select 1 --', 'select 1 /* open', `select 'open`])
      expect(written(text, '(', () => '').text.endsWith('\n)')).toBe(true)
  })

  it('have values of their types', () => {
    const declared = [
      { name: 'n', type: 'number' },
      { name: 'd', type: 'date' },
      { name: 'f', type: 'flag' },
    ] as const
    expect(valuesOf(['n', 'd', 'f', 't'], declared, { n: 1.5, d: '2026-02-28', f: true, t: 'x' })).toEqual({
      values: ['1.5', '2026-02-28', 'true', 'x'],
      issues: [],
    })
    const wrong = valuesOf(['n', 'd', 'f'], declared, { n: '1; drop', d: '2026-02-31x', f: 'perhaps' })
    expect(wrong.issues.map(({ path }) => path[1])).toEqual(['n', 'd', 'f'])
    expect(valuesOf(['n'], declared, { n: '' }).values).toEqual([null])
  })
})

it('a text has statements, between semicolons that stand for themselves', () => {
  const text = `-- first\nselect ';' as "a;b"; /* ; */\n\nselect $$;$$ -- ;\n;;`
  expect(sqlStatements(text).map(({ from, to }) => text.slice(from, to))).toEqual([
    `select ';' as "a;b"`,
    'select $$;$$ -- ;\n',
  ])
  expect(sqlStatements(' -- nothing\n;')).toEqual([])
  expect(written('select 1; -- end', '(', () => '').text).toBe('(select 1\n)')
  expect(written(`select '--' -- end`, '(', () => '').text).toBe(`(select '--'\n)`)
})

it('a place has a line and a column', () => {
  expect(positionOf('select\n  x', 9)).toEqual({ line: 2, column: 3 })
  expect(positionOf('', 0)).toEqual({ line: 1, column: 1 })
})
