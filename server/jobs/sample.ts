import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AllowedHosts } from '../engine/integration/allowed-hosts.ts'
import { AppError } from '../errors.ts'
import { DropFolder } from './drop-folder.ts'
import type { JobServices } from './services.ts'
import { sources } from './sources/sources.ts'
import type { IntegrationRecord } from './sources/source.ts'

const mostBytes = 262_144
const patience = 30_000

export interface SourceSample {
  readonly name: string
  /** The beginning of what the source gives, whole lines only. */
  readonly text: string
}

/** The beginning of what an integration would take in now: of a file that waits, else of the one it took last; nothing is moved. */
export async function sampleOf(
  services: JobServices,
  organizationId: number,
  integration: IntegrationRecord,
): Promise<SourceSample> {
  if (integration.source_type === 'file') return ofFile(services, organizationId, integration)
  const source = sources[integration.source_type]
  if (!source) throw new AppError('NOT_FOUND', { message: `There is no source ${integration.source_type}.` })
  const taken: SourceSample[] = []
  await source({
    integration,
    isLook: true,
    hosts: new AllowedHosts(services.config.integrationHosts),
    // An answer in one piece of JSON has to be read whole.
    limit: 64 * mostBytes,
    signal: AbortSignal.timeout(patience),
    log: () => undefined,
    progress: () => undefined,
    write: async (name, content) => void taken.push({ name, text: await head(content) }),
  })
  if (!taken[0]) throw new AppError('NOT_FOUND', { message: 'The source has nothing to give at the moment.' })
  return taken[0]
}

async function ofFile(
  { config }: JobServices,
  organizationId: number,
  integration: IntegrationRecord,
): Promise<SourceSample> {
  const drop = new DropFolder(config.dropDir, organizationId)
  const folder = integration['folder'] ? String(integration['folder']) : null
  const waiting = await drop.waiting(folder, String(integration['file_pattern'] ?? '*'))
  const path = waiting[0]
    ? drop.path('in', folder, waiting[0])
    : await latest(drop.path('done', folder ?? integration.code.toLowerCase()))
  if (!path)
    throw new AppError('NOT_FOUND', { message: 'No file waits in the folder, and none was taken from it before.' })
  if (/\.xlsx$/i.test(path))
    throw new AppError('WRONG_FILE_TYPE', { message: 'A workbook cannot serve as a sample; put a CSV file there.' })
  return { name: path.split('/').at(-1)!, text: await head(createReadStream(path)) }
}

async function latest(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: await stat(join(folder, name)) })),
  )
  return files.filter(({ at }) => at.isFile()).toSorted((a, b) => b.at.mtimeMs - a.at.mtimeMs)[0]?.path
}

async function head(content: AsyncIterable<Uint8Array | string>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of content) {
    text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    if (text.length > mostBytes) return text.slice(0, text.lastIndexOf('\n', mostBytes) + 1)
  }
  return text
}
