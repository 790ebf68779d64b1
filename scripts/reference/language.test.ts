import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldTypeNames } from '#src/definition'
import { fieldTypesScreen } from './field-types-screen.ts'
import { projectRoot } from '../steps.ts'
import { languageReference } from './language.ts'

const written = languageReference()

test('the written reference is that of the language', async () => {
  expect(await readFile(join(projectRoot, 'docs', 'definition-language.md'), 'utf8'), 'run npm run docs').toBe(written)
})

test('it has every type of field and every part of a screen, each explained', () => {
  for (const type of fieldTypeNames) expect(written).toContain(`### f.${type}\n`)
  for (const part of ['list', 'form', 'upload', 'result', 'actions', 'access', 'messages'])
    expect(written).toContain(`## ${part}\n`)
  expect(written.split('\n').filter((line) => line.startsWith('| `') && line.endsWith('|  |'))).toEqual([])
})

test('every type of field has a picture, small enough for a page, and no other', async () => {
  const folder = join(projectRoot, 'docs', 'fields')
  expect((await readdir(folder)).toSorted()).toEqual(fieldTypeNames.map((type) => `${type}.png`).toSorted())
  for (const type of fieldTypeNames) {
    expect(written).toContain(`(fields/${type}.png)`)
    const picture = await readFile(join(folder, `${type}.png`))
    expect([type, picture.subarray(1, 4).toString()]).toEqual([type, 'PNG'])
    expect(picture.length, type).toBeLessThan(60_000)
    // Bytes 16 to 24 are width and height.
    expect(picture.readUInt32BE(16), type).toBeGreaterThan(200)
  }
})

test('the form the pictures are of has a field of every type', () => {
  expect(new Set(fieldTypesScreen.fields.map(({ type }) => type))).toEqual(new Set(fieldTypeNames))
})
