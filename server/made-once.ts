import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * The text of a file that only its owner may read and that is made once, of whatever `make` gives.
 * Of processes that start together one wins and all read what it wrote: the file gets its name when it is
 * written whole, so nobody reads it empty.
 */
export async function madeOnce(path: string, make: () => string): Promise<string> {
  const read = async () => (await readFile(path, 'utf8')).trim()
  const kept = await read().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (kept !== undefined) return kept
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${make()}\n`, { flag: 'wx', mode: 0o600 })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return read()
}
