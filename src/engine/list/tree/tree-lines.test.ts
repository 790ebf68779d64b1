import { describe, expect, it } from 'vitest'
import { foundLevels, isWithin, treeLines, type TreeLevel, type TreeRecord } from './tree-lines.ts'

const record = (key: string, children = 0, parent: string | null = null): TreeRecord => ({
  id: key.length,
  row_version: 1,
  key,
  parent,
  children,
})
const keyOf = (one: TreeRecord): string => String(one['key'])
const parentOf = (one: TreeRecord): string | null => (one['parent'] as string | null) ?? null
const level = (records: TreeRecord[], total = records.length): TreeLevel => ({
  records,
  total,
  waiting: false,
  error: null,
})
const shown = (lines: ReturnType<typeof treeLines>): string[] =>
  lines.map((line) => `${'.'.repeat(line.level)}${line.kind === 'node' ? line.key : line.kind}`)

describe('the lines of a tree', () => {
  it('puts below every opened record its own', () => {
    const levels = new Map<string | null, TreeLevel>([
      [null, level([record('EU', 2), record('US')])],
      ['EU', level([record('DE', 1), record('FR')])],
    ])
    expect(shown(treeLines(levels, (key) => key === 'EU', keyOf))).toEqual(['.EU', '..DE', '..FR', '.US'])
    expect(treeLines(levels, (key) => key === 'EU', keyOf)[1]).toMatchObject({ parent: 'EU', at: 1, of: 2 })
  })

  it('waits for a level that was opened and not yet answered, and offers the rest of a long one', () => {
    const levels = new Map<string | null, TreeLevel>([[null, level([record('EU', 2), record('US')], 102)]])
    expect(shown(treeLines(levels, () => true, keyOf))).toEqual(['.EU', '..wait', '.US', '.more'])
  })

  it('says which level could not be read', () => {
    const failed: TreeLevel = { records: [], total: 0, waiting: false, error: new Error('away') }
    const levels = new Map<string | null, TreeLevel>([
      [null, level([record('EU', 2)])],
      ['EU', failed],
    ])
    expect(shown(treeLines(levels, () => true, keyOf))).toEqual(['.EU', '..failed'])
  })

  it('ends where records lie in a circle', () => {
    const levels = new Map<string | null, TreeLevel>([
      [null, level([record('A', 1)])],
      ['A', level([record('B', 1)])],
      ['B', level([record('A', 1)])],
    ])
    expect(shown(treeLines(levels, () => true, keyOf))).toEqual(['.A', '..B', '...A'])
  })

  it('places what was found below what leads there', () => {
    const found = { records: [record('EU', 2), record('DE', 0, 'EU'), record('X', 0, 'elsewhere')], total_record: 1 }
    const levels = foundLevels(found, keyOf, parentOf)
    expect(levels.get(null)?.records.map(keyOf)).toEqual(['EU', 'X'])
    expect(levels.get('EU')?.records.map(keyOf)).toEqual(['DE'])
  })

  it('places at the top what was found on a circle, and below it what hangs on it', () => {
    const records = [record('A', 0, 'B'), record('B', 1, 'A'), record('C', 0, 'B'), record('Self', 0, 'Self')]
    const levels = foundLevels({ records, total_record: 1 }, keyOf, parentOf)
    expect(shown(treeLines(levels, () => true, keyOf))).toEqual(['.A', '.B', '..C', '.Self'])
  })

  it('knows what lies within what', () => {
    const levels = new Map<string | null, TreeLevel>([
      [null, level([record('EU', 1), record('US')])],
      ['EU', level([record('DE')])],
    ])
    const lines = treeLines(levels, () => true, keyOf)
    expect(isWithin(lines, 'DE', 'EU')).toBe(true)
    expect(isWithin(lines, 'EU', 'EU')).toBe(true)
    expect(isWithin(lines, 'US', 'EU')).toBe(false)
    expect(isWithin(lines, null, 'EU')).toBe(false)
  })
})
