import { createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Client, ConnectConfig, FileEntryWithStats, SFTPWrapper } from 'ssh2'
import { AppError } from '../../errors.ts'
import { isArriving, matcher } from '../file-names.ts'
import { addressOf } from './address-of.ts'
import { limited } from './limited.ts'
import type { Source, SourceContext } from './source.ts'

const patience = 30_000
const tooLarge = 'The file is larger than what can be taken.'

/** The fingerprint of a key of a server as ssh-keygen -l writes it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

function wordsOf(error: Error & { level?: string }, host: string): AppError {
  if (error.level === 'client-authentication')
    return new AppError('UNAVAILABLE', { message: `${host} does not accept the user or the password or key.` })
  return new AppError('UNAVAILABLE', { message: `${host} cannot be read: ${error.message}`, cause: error })
}

/** A connection to a server that showed the key it has to show; it is told a password only then. */
async function connected(context: SourceContext): Promise<Client> {
  const { integration, signal } = context
  const [host, port] = [String(integration['sftp_host']), Number(integration['sftp_port'] ?? 22)]
  const expected = String(integration['sftp_host_key'] ?? '')
  const address = await addressOf(context, host, port)
  const { secret } = integration
  const by: ConnectConfig =
    integration['sftp_auth'] === 'key' ? { privateKey: secret ?? '' } : { password: secret ?? '' }
  // Its ciphers take sixteen megabytes of memory, which servers without such a source need not spend.
  const ssh = await import('ssh2')
  const client = new ssh.Client()
  return new Promise((resolve, reject) => {
    let refused: AppError | undefined
    const stop = () => client.destroy()
    signal.addEventListener('abort', stop)
    client.on('ready', () => resolve(client))
    client.on('error', (error) => reject(refused ?? wordsOf(error, host)))
    client.on('close', () => {
      signal.removeEventListener('abort', stop)
      reject(refused ?? new AppError('UNAVAILABLE', { message: `${host} ended the connection.` }))
    })
    const verify = (key: Buffer): boolean => {
      const shown = fingerprintOf(key)
      if (isSame(shown, expected)) return true
      refused = new AppError('FORBIDDEN', {
        message:
          expected === ''
            ? `${host} shows the fingerprint ${shown}. Compare it with what the operator of the server says and enter it in the integration.`
            : `${host} shows the fingerprint ${shown}, not the one that is expected. Nothing was sent to it.`,
      })
      return false
    }
    try {
      client.connect({
        host: address,
        port,
        username: String(integration['auth_user'] ?? ''),
        readyTimeout: patience,
        keepaliveInterval: patience,
        hostVerifier: verify,
        ...by,
      })
    } catch (error) {
      reject(
        new AppError('VALIDATION', { message: 'The private key of the integration cannot be read.', cause: error }),
      )
    }
  })
}

interface Remote {
  readonly sftp: SFTPWrapper
  readonly folder: string
}

const pathIn = ({ folder }: Remote, ...names: readonly string[]): string => [folder, ...names].join('/')

/** The files that wait, the oldest first. */
async function waiting({ sftp, folder }: Remote, pattern: string): Promise<FileEntryWithStats[]> {
  const fits = matcher(pattern)
  const entries = await promisify(sftp.readdir.bind(sftp))(folder).catch((error: unknown) => {
    throw new AppError('UNAVAILABLE', { message: `The folder ${folder} cannot be read.`, cause: error })
  })
  return entries
    .filter(({ filename, attrs }) => attrs.isFile() && !isArriving(filename) && fits.test(filename))
    .toSorted((a, b) => a.attrs.mtime - b.attrs.mtime || (a.filename < b.filename ? -1 : 1))
}

/** What becomes of a file over there once it is written here. */
async function settle(remote: Remote, name: string, after: string): Promise<void> {
  const { sftp } = remote
  if (after === 'delete') await promisify(sftp.unlink.bind(sftp))(pathIn(remote, name))
  if (after !== 'move') return
  const done = pathIn(remote, 'done')
  const exists = (path: string): Promise<boolean> =>
    new Promise((resolve) => {
      sftp.stat(path, (error) => resolve(error === undefined))
    })
  if (!(await exists(done)))
    await new Promise<void>((resolve, reject) => {
      sftp.mkdir(done, (error) => (error ? reject(error) : resolve()))
    })
  const taken = await exists(pathIn(remote, 'done', name))
  const to = taken ? `${new Date().toISOString().replaceAll(':', '-')}-${name}` : name
  await promisify(sftp.rename.bind(sftp))(pathIn(remote, name), pathIn(remote, 'done', to))
}

/** Takes files from a folder of an SFTP server whose key is known; FORBIDDEN for a server that shows another one. */
export const sftpSource: Source = async (context) => {
  const { integration, limit, progress, signal, log, isLook } = context
  const host = String(integration['sftp_host'])
  const client = await connected(context)
  try {
    const sftp = await promisify<SFTPWrapper>((done) => void client.sftp(done as never))()
    const folder = String(integration['sftp_folder'] ?? '').replace(/\/+$/, '') || '.'
    const remote = { sftp, folder }
    const files = await waiting(remote, String(integration['file_pattern'] ?? '*'))
    const wanted = isLook ? files.slice(0, 1) : files
    for (const [at, { filename }] of wanted.entries()) {
      signal.throwIfAborted()
      progress(`Taking ${filename}`, at, wanted.length)
      const content = sftp.createReadStream(pathIn(remote, filename)) as AsyncIterable<Uint8Array>
      await context.write(filename, limited(content, limit, tooLarge))
      if (isLook) continue
      await settle(remote, filename, String(integration['sftp_after'] ?? 'move')).catch((error: Error) =>
        log('warning', `${filename} was taken, but it is still on the server: ${error.message}`),
      )
    }
  } catch (error) {
    if (error instanceof AppError || signal.aborted) throw error
    throw wordsOf(error instanceof Error ? error : new Error(String(error)), host)
  } finally {
    client.end()
  }
}
