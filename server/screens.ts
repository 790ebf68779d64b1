import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { normalizeScreen, type Screen, type ScreenDefinition } from '#src/definition'
import { shapeIssues } from '#src/definition/schema/shape-issues.ts'
import { keepScreens, keptScreens, stateOf } from './kept-screens.ts'
import { StartError } from './start-error.ts'

const ownFolder = join(import.meta.dirname, '..', 'screen-definitions')

/** Reads every <name>.screen.ts and <name>.screen.json below a folder, in the order of the menu: where screens share a path, the first is meant. */
export async function loadScreens(folder = ownFolder): Promise<Screen[]> {
  const entries = await readdir(folder, { recursive: true })
  const files = entries.filter((name) => /\.screen\.(ts|json)$/.test(name)).sort()
  const loaded = await Promise.all(files.map((name) => readScreens(join(folder, name))))
  const screens = loaded.flat()
  refuseDoubles(screens)
  return screens.map(({ screen }) => screen).toSorted((a, b) => a.menu.order - b.menu.order)
}

/** The same, kept in a folder so that the next start from the same files need not read thousands of them; and the state of those files. */
export async function loadKeptScreens(
  keptIn: string,
  folder = ownFolder,
): Promise<{ screens: Screen[]; state: string }> {
  const state = stateOf(folder)
  const kept = await keptScreens(keptIn, state)
  if (kept) return { screens: kept, state }
  const screens = await loadScreens(folder)
  await keepScreens(keptIn, state, screens)
  return { screens, state }
}

interface Loaded {
  screen: Screen
  file: string
}

async function readScreens(path: string): Promise<Loaded[]> {
  const file = relative(join(ownFolder, '..'), path)
  try {
    return (await definitionsIn(path)).map((definition) => ({ screen: normalizeScreen(definition), file }))
  } catch (error) {
    throw new StartError(
      `${file} cannot be read as a screen: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

async function definitionsIn(path: string): Promise<ScreenDefinition[]> {
  if (path.endsWith('.json')) return [parseDefinition(await readFile(path, 'utf8'))]
  const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>
  return Object.values(module).filter(isDefinition)
}

/** Reads a definition written as JSON; throws with every place at which it is none. */
function parseDefinition(text: string): ScreenDefinition {
  const data: unknown = JSON.parse(text)
  const issues = shapeIssues(data)
  if (issues.length > 0) throw new Error(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  return data as ScreenDefinition
}

function isDefinition(value: unknown): value is ScreenDefinition {
  return typeof value === 'object' && value !== null && 'name' in value && 'fields' in value && 'area' in value
}

function refuseDoubles(screens: readonly Loaded[]): void {
  const seen = new Map<string, string>()
  for (const { screen, file } of screens) {
    const other = seen.get(screen.name)
    if (other) throw new StartError(`Two definitions are named ${screen.name}: ${other} and ${file}.`)
    seen.set(screen.name, file)
  }
}
