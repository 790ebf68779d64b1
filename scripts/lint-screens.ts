import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import { shapeIssues } from '#src/definition/schema/shape-issues.ts'
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

/** What is wrong with the JSON definitions as JSON, before anything reads them; the compiler does it for the others. */
function misshapen(texts: readonly { file: string; text: string }[]): string[] {
  return texts
    .filter(({ file }) => file.endsWith('.json'))
    .flatMap(({ file, text }) => {
      const data = readJson(text)
      if (data instanceof Error) return [`${file}:1:1 This is no JSON: ${data.message}`]
      return shapeIssues(data).map(({ path, message }) => {
        const { line, column } = locate(text, true, nameOf(data), path)
        return `${file}:${line}:${column} ${message}`
      })
    })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const nameOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'name' in data ? String(data.name) : ''

async function misnamed(texts: readonly { file: string; text: string }[]): Promise<[count: number, found: string[]]> {
  const screens = await loadScreens()
  const unknownAreas = screens
    .filter(({ area }) => !areas.some(({ name }) => name === area))
    .map(({ name, area }) => ({
      screen: name,
      path: ['area'],
      message: `There is no area ${area}`,
      fix: 'name one of screen-definitions/navigation.ts',
    }))
  const findings = [...lintScreens(screens), ...unknownAreas].map(({ screen, path, message, fix }) => {
    const own = texts.find(({ text }) => new RegExp(`\\bname["']?:\\s*["']${screen}["']`).test(text))
    const place = own && locate(own.text, own.file.endsWith('.json'), screen, path)
    const where = own && place ? `${own.file}:${place.line}:${place.column}` : screen
    return `${where} ${message}${fix ? `; ${fix}` : ''}`
  })
  return [screens.length, findings]
}

const texts = await definitionTexts()
const shape = misshapen(texts)
const [count, names] = shape.length > 0 ? [texts.length, []] : await misnamed(texts)
const findings = [...shape, ...names]
for (const finding of findings) console.log(finding)
console.log(`${count} definitions, ${findings.length} findings`)
if (findings.length > 0 || count === 0) process.exitCode = 1
