import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everywhere } from './catalogue.ts'

const root = join(import.meta.dirname, '..', '..', '..')
// Where the standard texts are written: of the messages, and of definitions.
const sources = new Set(['server/engine/messages/catalogue.ts', 'src/definition/default-messages.ts'])

test('what can be worded anew is written nowhere else: it comes from the messages', async () => {
  const texts = Object.values(everywhere).map((text) => `'${text}'`)
  const found: string[] = []
  let read = 0
  for (const folder of ['server', 'src']) {
    const names = await readdir(join(root, folder), { recursive: true })
    for (const name of names.filter((one) => /(?<!\.test)\.tsx?$/.test(one))) {
      const path = `${folder}/${name}`
      const content = await readFile(join(root, path), 'utf8')
      read += 1
      if (!sources.has(path) && texts.some((text) => content.includes(text))) found.push(path)
    }
  }
  expect(read).toBeGreaterThan(500)
  expect(found).toEqual([])
})
