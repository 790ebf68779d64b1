import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Screen } from '#src/definition'

const language = join(import.meta.dirname, '..', 'src', 'definition')
const name = 'definitions.json'

/** Which state the files of a folder are in, those of the language that reads them included: names, sizes and times of change. */
export async function stateOf(folder: string): Promise<string> {
  const states = await Promise.all([folder, language].map(statesIn))
  return createHash('sha256')
    .update([process.version, folder, ...states.flat()].join('\n'))
    .digest('hex')
}

async function statesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(ts|json)$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(join(folder, file))
      return `${file} ${size} ${mtimeMs}`
    }),
  )
}

interface Kept {
  readonly state: string
  readonly screens: Screen[]
}

/** The screens that were read from files in this state; null when they were in another one. */
export async function keptScreens(keptIn: string, state: string): Promise<Screen[] | null> {
  const text = await readFile(join(keptIn, name), 'utf8').catch(() => null)
  if (text === null || !text.startsWith(`{"state":"${state}"`)) return null
  try {
    return (JSON.parse(text) as Kept).screens
  } catch {
    // Cut off: read the files instead.
    return null
  }
}

/** Keeps screens for the next start from the same files. */
export async function keepScreens(keptIn: string, state: string, screens: readonly Screen[]): Promise<void> {
  await mkdir(keptIn, { recursive: true })
  const unfinished = join(keptIn, `${name}.${process.pid}`)
  await writeFile(unfinished, JSON.stringify({ state, screens }))
  await rename(unfinished, join(keptIn, name))
}
