import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fieldTypeNames } from '#src/definition'
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
