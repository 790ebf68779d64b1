import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadScreens } from '#server/screens.ts'
import { projectRoot } from '../steps.ts'
import { draftDefinition, draftResult, UsageError } from './create.ts'
import { readColumns } from './read-file.ts'

const csv =
  '\uFEFFCode;Name;Since;Budget amount\n001;Nörd "A";01.02.2026;1.000,50\n002;"Two\nlines; one";15.02.2026;7,25\n'
let folder = ''

beforeAll(async () => {
  // Within the project, so that what is written finds the language.
  await mkdir(join(projectRoot, '.cache'), { recursive: true })
  folder = await mkdtemp(join(projectRoot, '.cache', 'scaffold-'))
  await writeFile(join(folder, 'in.csv.gz'), gzipSync(csv))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const heading = {
  name: 'cost-center',
  label: ['Cost center', 'Cost centers'],
  area: 'masters',
  kind: 'master',
} as const

describe('a definition made of a file', () => {
  it('loads the same from TypeScript and from JSON, and the linter finds nothing', async () => {
    const columns = await readColumns(join(folder, 'in.csv.gz'), null)
    expect(columns.map(({ name }) => name)).toEqual(['Code', 'Name', 'Since', 'Budget amount'])
    expect(columns[1]?.cells[1]).toBe('Two\nlines; one')
    const loaded = await Promise.all(
      [false, true].map(async (json) => {
        const own = join(folder, json ? 'json' : 'ts')
        const draft = draftDefinition(heading, columns, await loadScreens(), { folder: own, json })
        expect(await draft.write()).toEqual([])
        return loadScreens(own)
      }),
    )
    expect(loaded[0]).toEqual(loaded[1])
    const [screen] = loaded[0]!
    expect(screen?.table?.key).toEqual(['code'])
    expect(screen?.fields.map(({ type }) => type)).toEqual(['text', 'longText', 'date', 'money'])
  }, 30_000)

  it('is refused where the name or the file is taken, or is no name', async () => {
    const screens = await loadScreens()
    const draft = (name: string, at: string) => () =>
      draftDefinition({ ...heading, name }, [], screens, { folder: join(folder, at), json: true })
    expect(draft('customer', 'other')).toThrow(UsageError)
    expect(draft('cost-center', 'json')).toThrow(/there already/)
    expect(draft('Cost Center', 'other')).toThrow(/is no name/)
  })
})

describe('a result over a screen', () => {
  it('adds up what its list shows, and the linter finds nothing', async () => {
    const screens = await loadScreens()
    for (const source of ['sales-data', 'customer']) {
      const own = join(folder, `result-of-${source}`)
      const label = ['Summary', 'Summaries'] as const
      const draft = draftResult({ name: `${source}-summary`, label, area: 'results' }, source, screens, {
        folder: own,
        json: false,
      })
      expect(await draft.write()).toEqual([])
      const [screen] = await loadScreens(own)
      expect(screen?.result?.summary?.of).toBe(source)
      expect(screen?.result?.drill?.screen).toBe(source)
    }
    const [sales] = await loadScreens(join(folder, 'result-of-sales-data'))
    expect(sales?.result?.summary?.groups).toMatchObject({ month: 'billing_date.month' })
    expect(sales?.result?.columns.every((column) => !column.includes('_absent'))).toBe(true)
  }, 30_000)

  it('is refused over what has no records', async () => {
    const screens = await loadScreens()
    const heading = { name: 'a-summary', label: ['A', 'B'], area: 'results' } as const
    const options = { folder: join(folder, 'none'), json: true }
    expect(() => draftResult(heading, 'sales-trends', screens, options)).toThrow(UsageError)
  })
})
