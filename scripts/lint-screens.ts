import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Finding } from '#src/definition/lint/finding.ts'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import { shapeIssues } from '#src/definition/schema/shape-issues.ts'
import { areas } from '#screens/navigation.ts'
import { loadScreens } from '#server/screens.ts'
import { applyFix, offsetOf, type Rewrite } from './apply-fix.ts'
import { locate, type Place } from './locate.ts'
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

interface Fixable {
  readonly file: string
  readonly place: Place
  readonly rewrite: Rewrite
}

interface Found {
  readonly count: number
  readonly findings: readonly string[]
  readonly fixable: readonly Fixable[]
}

async function misnamed(texts: readonly { file: string; text: string }[]): Promise<Found> {
  const screens = await loadScreens()
  const unknownAreas = screens
    .filter(({ area }) => !areas.some(({ name }) => name === area))
    .map(({ name, area }) => ({
      screen: name,
      path: ['area'],
      message: `There is no area ${area}`,
      fix: 'name one of screen-definitions/navigation.ts',
    }))
  const fixable: Fixable[] = []
  const found: readonly Finding[] = [...lintScreens(screens), ...unknownAreas]
  const findings = found.map(({ screen, path, message, fix, rewrite }) => {
    const own = texts.find(({ text }) => new RegExp(`\\bname["']?:\\s*["']${screen}["']`).test(text))
    const place = own && locate(own.text, own.file.endsWith('.json'), screen, path)
    if (own && place && rewrite) fixable.push({ file: own.file, place, rewrite })
    const where = own && place ? `${own.file}:${place.line}:${place.column}` : screen
    return `${where} ${message}${fix ? `; ${fix}` : ''}`
  })
  return { count: screens.length, findings, fixable }
}

/** Writes the fixes that are a name in the place of another, from the end of each file on; answers how many there were. */
async function write(fixable: readonly Fixable[], texts: readonly { file: string; text: string }[]): Promise<number> {
  let count = 0
  for (const { file, text } of texts) {
    const own = fixable
      .filter((one) => one.file === file)
      .toSorted((a, b) => offsetOf(text, b.place) - offsetOf(text, a.place))
    let fixed = text
    for (const { place, rewrite } of own) {
      const next = applyFix(fixed, place, rewrite)
      if (next === undefined) continue
      fixed = next
      count += 1
    }
    if (fixed !== text) await writeFile(join(projectRoot, file), fixed)
  }
  return count
}

const texts = await definitionTexts()
const shape = misshapen(texts)
const names = shape.length > 0 ? { count: texts.length, findings: [], fixable: [] } : await misnamed(texts)
const findings = [...shape, ...names.findings]
for (const finding of findings) console.log(finding)
console.log(`${names.count} definitions, ${findings.length} findings`)
const fixed = process.argv.includes('--fix') ? await write(names.fixable, texts) : 0
if (fixed > 0) console.log(`${fixed} of them written as proposed; run it again to see what is left`)
else if (names.fixable.length > 0)
  console.log(`${names.fixable.length} can be written as proposed: npm run check:screens -- --fix`)
if (findings.length > 0 || names.count === 0) process.exitCode = 1
