import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { isArriving, matcher } from './file-names.ts'

type Place = 'in' | 'working' | 'done' | 'failed' | 'out'

const folderName = /^[\w-]+(\/[\w-]+)*$/
/** A file that grows within this time is still on its way. */
const growing = 250

/** The folder through which an organisation hands over files: in → working → done or failed, and out. */
export class DropFolder {
  readonly #root: string

  constructor(root: string, organizationId: number) {
    this.#root = join(root, String(organizationId))
  }

  /** A path within; BAD_REQUEST for folders that lead out of it. */
  path(place: Place, folder: string | null, ...rest: readonly string[]): string {
    if (folder !== null && !folderName.test(folder))
      throw new AppError('BAD_REQUEST', { message: `The folder ${folder} cannot be used.` })
    return join(this.#root, place, folder ?? '', ...rest.map((part) => basename(part)))
  }

  /** The names of the files that wait, the oldest first; those still being written and hidden ones are left for the next time. */
  async waiting(folder: string | null, pattern: string): Promise<string[]> {
    const place = this.path('in', folder)
    await mkdir(place, { recursive: true })
    const fits = matcher(pattern)
    const names = (await readdir(place, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && !isArriving(entry.name))
      .map(({ name }) => name)
      .filter((name) => fits.test(name))
    const look = () => Promise.all(names.map((name) => stat(join(place, name)).catch(() => null)))
    const first = await look()
    if (names.length > 0) await pause(growing)
    const second = await look()
    return names
      .map((name, at) => ({ name, before: first[at], after: second[at] }))
      .filter(({ before, after }) => before && after && before.size === after.size && before.mtimeMs === after.mtimeMs)
      .toSorted((a, b) => a.after!.mtimeMs - b.after!.mtimeMs || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name)
  }

  /** Takes the files that wait for a run. */
  async take(runId: number, folder: string | null, pattern: string): Promise<void> {
    for (const name of await this.waiting(folder, pattern))
      await this.move(this.path('in', folder, name), this.path('working', null, String(runId), name))
  }

  /** Writes a file among those a run has taken, whole or not at all. */
  async write(runId: number, name: string, content: AsyncIterable<Uint8Array | string>): Promise<void> {
    const path = this.path('working', null, String(runId), name)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(content, createWriteStream(`${path}.part`, { flush: true }))
    await rename(`${path}.part`, path)
  }

  /** The files a run has taken, also before it was interrupted, the oldest first. */
  async taken(runId: number): Promise<string[]> {
    const place = this.path('working', null, String(runId))
    const names = (await readdir(place).catch(() => [])).filter((name) => !name.endsWith('.part'))
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(place, name), { bigint: true })).mtimeNs })),
    )
    return files.toSorted((a, b) => Number(a.at - b.at) || (a.name < b.name ? -1 : 1)).map(({ name }) => name)
  }

  async move(from: string, to: string): Promise<void> {
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  }
}
