import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import { areas } from '#screens/navigation.ts'
import { loadScreens } from '#server/screens.ts'
import { locate } from './locate.ts'
import { projectRoot } from './steps.ts'

const folder = join(projectRoot, 'screen-definitions')

/** The file and its text in which the screen of that name is written. */
async function definitionTexts(): Promise<{ file: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.screen\.(ts|json)$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      file: relative(projectRoot, join(folder, name)),
      text: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

const screens = await loadScreens()
const unknownAreas = screens
  .filter(({ area }) => !areas.some(({ name }) => name === area))
  .map(({ name, area }) => ({
    screen: name,
    path: ['area'],
    message: `There is no area ${area}`,
    fix: 'name one of screen-definitions/navigation.ts',
  }))
const findings = [...lintScreens(screens), ...unknownAreas]

if (findings.length > 0) {
  const texts = await definitionTexts()
  for (const { screen, path, message, fix } of findings) {
    const own = texts.find(({ text }) => new RegExp(`\\bname["']?:\\s*["']${screen}["']`).test(text))
    const place = own && locate(own.text, own.file.endsWith('.json'), screen, path)
    const where = own && place ? `${own.file}:${place.line}:${place.column}` : screen
    console.log(`${where} ${message}${fix ? `; ${fix}` : ''}`)
  }
}
console.log(`${screens.length} definitions, ${findings.length} findings`)
if (findings.length > 0 || screens.length === 0) process.exitCode = 1
