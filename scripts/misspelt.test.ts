import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from './steps.ts'

const run = promisify(execFile)
const source = `import { defineScreen, f, when } from '#src/definition'

export const depot = defineScreen({
  name: 'depot',
  label: ['Depot', 'Depots'],
  area: 'masters',
  endpoint: 'depot',
  table: { key: ['code'] },
  fields: { code: f.text({ max: 10, required: true }), size: f.integer({ min: 0 }) },
  list: {
    path: '/depot',
    columns: ['code', 'sise'],
    sort: ['-code', '-sise'],
    filters: ['seize'],
    totals: { sie: 'sum' },
    views: { Big: when.gte('size', 10) },
  },
  form: { layout: [['code', 'szie']] },
  upload: { functionality: 'Depots', upsertOn: ['kode'] },
  access: { fields: { sized: { read: 'planning' } } },
  title: 'naem',
})
`
let folder = ''

beforeAll(async () => {
  // Within the project, so that it finds the language.
  await mkdir(join(projectRoot, '.cache'), { recursive: true })
  folder = await mkdtemp(join(projectRoot, '.cache', 'misspelt-'))
  await writeFile(join(folder, 'depot.screen.ts'), source)
  const options = { extends: join(projectRoot, 'tsconfig.json'), include: [folder] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a misspelt field is an error of the compiler at its line, wherever a definition names one', async () => {
  const compiler = join(projectRoot, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(compiler, ['-p', folder, '--noEmit'], { cwd: projectRoot }).catch(
    (error: { stdout: string }) => error,
  )
  const lines = [...stdout.matchAll(/depot\.screen\.ts\((\d+),/g)].map(([, line]) => Number(line))
  const wrong = source
    .split('\n')
    .flatMap((line, at) => (/sise|seize|sie:|szie|kode|sized|naem/.test(line) ? [at + 1] : []))
  expect([...new Set(lines)]).toEqual(wrong)
})
