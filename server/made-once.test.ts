import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madeOnce } from './made-once.ts'

test('a file asked for by many at once is made once, whole, and nothing else stays in its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tierline-once-'))
  const path = join(folder, 'secret')
  const read = await Promise.all(Array.from({ length: 40 }, (_, index) => madeOnce(path, () => `made by ${index}`)))
  expect(new Set(read).size).toBe(1)
  expect(read[0]).toMatch(/^made by \d+$/)
  expect(await readdir(folder)).toEqual(['secret'])
  expect((await stat(path)).mode & 0o077).toBe(0)
  expect(await madeOnce(path, () => 'made later')).toBe(read[0])
})

test('a folder that is not there is told, not made', async () => {
  await expect(madeOnce('/nowhere/secret', () => 'x')).rejects.toThrow('ENOENT')
})
