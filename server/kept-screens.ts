import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Screen } from '#src/definition'

const readers = [join(import.meta.dirname, '..', 'src', 'definition'), join(import.meta.dirname, 'store')]
const name = 'definitions.json'

/** Which state the files of a folder are in, those that make screens and tables of them included: names, sizes and times of change. */
export function stateOf(folder: string): string {
  const states = [folder, ...readers].flatMap(statesIn)
  return createHash('sha256')
    .update([process.version, folder, ...states].join('\n'))
    .digest('hex')
}

// One after the other: of thousands of promises each would cost more than its answer.
function statesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|json|sql)$/.test(file),
  )
  return files.sort().map((file) => {
    const { size, mtimeMs } = statSync(join(folder, file))
    return `${file} ${size} ${mtimeMs}`
  })
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
  // Without any character beyond ASCII it is read in half the room and time.
  const text = JSON.stringify({ state, screens }).replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  await writeFile(unfinished, text)
  await rename(unfinished, join(keptIn, name))
}
