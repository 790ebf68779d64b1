import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'

/** The link to choose a password in the newest mail to somebody, its soft line breaks undone. */
export async function mailedLink(email: string): Promise<string | undefined> {
  const folder = join(inject('dataDir'), 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.'))
  const mails = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  const mail = mails.findLast((text) => text.includes(email))
  return /https?:\/\/\S+\/login\/reset-password\S+/.exec(
    mail?.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=') ?? '',
  )?.[0]
}
