import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeptScreens } from './screens.ts'

let [folder, kept] = ['', '']
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierline-definitions-'))
  kept = await mkdtemp(join(tmpdir(), 'tierline-kept-'))
})
afterAll(() => Promise.all([folder, kept].map((path) => rm(path, { recursive: true, force: true }))))

const write = (label: string, at: number) => {
  const path = join(folder, 'depot.screen.json')
  const definition = { name: 'depot', label: [label, label], area: 'masters', fields: { code: { type: 'text' } } }
  return writeFile(path, JSON.stringify(definition)).then(() => utimes(path, at, at))
}
const read = async () => (await loadKeptScreens(kept, folder)).screens.map(({ label }) => label)

test('what was read is kept until a file changes, comes or goes', async () => {
  await write('First', 1_000)
  expect(await read()).toEqual(['First'])
  // The same size and time: nobody looks into it.
  await write('Other', 1_000)
  expect(await read()).toEqual(['First'])
  await write('Other', 2_000)
  expect(await read()).toEqual(['Other'])
  await rm(join(folder, 'depot.screen.json'))
  expect(await read()).toEqual([])
})

test('kept definitions that were cut off are read anew', async () => {
  await write('First', 1_000)
  expect(await read()).toEqual(['First'])
  const path = join(kept, 'definitions.json')
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, -20))
  expect(await read()).toEqual(['First'])
})

test('the definitions of the product are the same whether read or kept', async () => {
  const keptIn = join(kept, 'own')
  const fresh = await loadKeptScreens(keptIn)
  expect(await loadKeptScreens(keptIn)).toEqual(fresh)
})
