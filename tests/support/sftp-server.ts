import { createHash, generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import ssh2 from 'ssh2'

const { Server, utils } = ssh2
const { STATUS_CODE: status } = utils.sftp

interface File {
  content: Buffer
  readonly mtime: number
}

/** A server that speaks SFTP, with files in memory: what tests put there, and what is left of it. */
export async function sftpServer(accepts: { user: string; password: string; publicKey?: string }) {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const hostKey = utils.parseKey(privateKey)
  if (hostKey instanceof Error) throw hostKey
  const files = new Map<string, File>()
  const folders = new Set<string>(['.', '/outbox'])
  const passwords: string[] = []
  const attrs = (path: string) => {
    const file = files.get(path)
    const mode = file ? 0o100644 : 0o040755
    return { mode, uid: 0, gid: 0, size: file?.content.length ?? 0, atime: file?.mtime ?? 0, mtime: file?.mtime ?? 0 }
  }
  const server = new Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      if (context.username !== accepts.user) return context.reject()
      if (context.method === 'password') {
        passwords.push(context.password)
        return context.password === accepts.password ? context.accept() : context.reject()
      }
      if (context.method === 'publickey' && accepts.publicKey) {
        const key = utils.parseKey(accepts.publicKey)
        if (key instanceof Error || !context.key.data.equals(key.getPublicSSH())) return context.reject()
        if (!context.signature || !context.blob) return context.accept()
        return key.verify(context.blob, context.signature, context.hashAlgo) ? context.accept() : context.reject()
      }
      return context.reject(['password', 'publickey'])
    })
    client.on('session', (accept) => {
      accept().on('sftp', (open) => {
        const sftp = open()
        const handles = new Map<number, { path: string; read: boolean }>()
        let last = 0
        const handled = (path: string): Buffer => {
          last += 1
          handles.set(last, { path, read: false })
          const handle = Buffer.alloc(4)
          handle.writeUInt32BE(last)
          return handle
        }
        const of = (handle: Buffer) => handles.get(handle.readUInt32BE(0))!
        const stat = (id: number, path: string) =>
          files.has(path) || folders.has(path) ? sftp.attrs(id, attrs(path)) : sftp.status(id, status.NO_SUCH_FILE)
        sftp.on('STAT', stat)
        sftp.on('LSTAT', stat)
        sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attrs(of(handle).path)))
        sftp.on('OPENDIR', (id, path) =>
          folders.has(path) ? sftp.handle(id, handled(path)) : sftp.status(id, status.NO_SUCH_FILE),
        )
        sftp.on('READDIR', (id, handle) => {
          const opened = of(handle)
          if (opened.read) return sftp.status(id, status.EOF)
          opened.read = true
          const inside = [...files.keys(), ...folders].filter(
            (path) => path.startsWith(`${opened.path}/`) && !path.slice(opened.path.length + 1).includes('/'),
          )
          if (inside.length === 0) return sftp.status(id, status.EOF)
          const named = (path: string) => path.slice(opened.path.length + 1)
          return sftp.name(
            id,
            inside.map((path) => ({ filename: named(path), longname: named(path), attrs: attrs(path) })),
          )
        })
        sftp.on('OPEN', (id, path) =>
          files.has(path) ? sftp.handle(id, handled(path)) : sftp.status(id, status.NO_SUCH_FILE),
        )
        sftp.on('READ', (id, handle, offset, length) => {
          const { content } = files.get(of(handle).path)!
          return offset >= content.length
            ? sftp.status(id, status.EOF)
            : sftp.data(id, content.subarray(offset, offset + length))
        })
        sftp.on('CLOSE', (id) => sftp.status(id, status.OK))
        sftp.on('MKDIR', (id, path) => {
          folders.add(path)
          sftp.status(id, status.OK)
        })
        sftp.on('REMOVE', (id, path) => sftp.status(id, files.delete(path) ? status.OK : status.NO_SUCH_FILE))
        sftp.on('RENAME', (id, from, to) => {
          const file = files.get(from)
          if (!file || files.has(to)) return sftp.status(id, status.FAILURE)
          files.set(to, file)
          files.delete(from)
          return sftp.status(id, status.OK)
        })
      })
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  let clock = 1_700_000_000
  return {
    host: '127.0.0.1',
    port,
    fingerprint: `SHA256:${createHash('sha256').update(hostKey.getPublicSSH()).digest('base64').replace(/=+$/, '')}`,
    /** What was said as a password, also what was not right. */
    passwords,
    put: (path: string, text: string) => files.set(path, { content: Buffer.from(text), mtime: (clock += 1) }),
    paths: () => [...files.keys()].toSorted(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
      }),
  }
}
