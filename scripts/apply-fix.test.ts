import { describe, expect, it } from 'vitest'
import { applyFix } from './apply-fix.ts'
import { locate } from './locate.ts'

const source = `import { defineScreen, f, when } from '#src/definition'
export const shed = defineScreen({
  name: 'shed',
  fields: {
    code: f.text(),
    kind: f.choice(['a', 'b']),
    owner: f.reference('suplier', { visible: when.eq('knd', 'b') }),
  },
  list: { columns: ['code', 'knid'], sort: ['-knid'], totals: { kidn: 'sum' } },
})
`
const fixed = (path: readonly (string | number)[], from: string, to: string) =>
  applyFix(source, locate(source, false, 'shed', path), { from, to })

describe('a fix', () => {
  it.each([
    [['list', 'columns', 'knid'], 'knid', 'kind', "columns: ['code', 'kind']"],
    [['list', 'sort', 'knid'], 'knid', 'kind', "sort: ['-kind']"],
    [['list', 'totals', 'kidn'], 'kidn', 'kind', "totals: { kind: 'sum' }"],
    [['fields', 'owner', 'visible'], 'knd', 'kind', "when.eq('kind', 'b')"],
    [['fields', 'owner', 'suplier'], 'suplier', 'supplier', "f.reference('supplier'"],
  ])('is written where the name stands: %s', (path, from, to, expected) => {
    const text = fixed(path, from, to)
    expect(text).toContain(expected)
    expect(text?.length).toBe(source.length + to.length - from.length)
  })

  it('is left to people where the name comes from elsewhere', () => {
    expect(fixed(['list', 'columns'], 'other', 'kind')).toBeUndefined()
  })
})
