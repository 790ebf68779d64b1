import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { madeOnce } from '../made-once.ts'
import { StartError } from '../start-error.ts'

export interface Secrets {
  /** Signs access tokens. */
  signing: Uint8Array
  /** Encrypts what must be read again, such as a provider's refresh token. */
  sealing: Uint8Array
  /** Passwords of the database's login roles are made of it. */
  database: Uint8Array
}

const derive = (master: Buffer, purpose: string) => new Uint8Array(hkdfSync('sha256', master, 'tierline', purpose, 32))

async function masterOf(secret: string | undefined, dataDir: string): Promise<Buffer> {
  if (secret) {
    if (secret.length < 32) throw new StartError('TIERLINE_SECRET needs at least 32 characters')
    return Buffer.from(secret, 'utf8')
  }
  const path = join(dataDir, 'secret')
  await mkdir(dataDir, { recursive: true })
  const kept = await madeOnce(path, () => randomBytes(48).toString('base64url'))
  if (kept.length < 32) throw new StartError(`The file ${path} does not hold a secret; remove it to make a new one`)
  return Buffer.from(kept, 'utf8')
}

/** The keys of this installation: derived from TIERLINE_SECRET, or from a file made in the data folder on the first start. */
export async function loadSecrets(secret: string | undefined, dataDir: string): Promise<Secrets> {
  const master = await masterOf(secret, dataDir)
  return {
    signing: derive(master, 'access-token'),
    sealing: derive(master, 'sealed-value'),
    database: derive(master, 'database-login'),
  }
}

/** Encrypt with AES-256-GCM; `context` must be given again to open it. */
export function seal(secrets: Secrets, value: string, context: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secrets.sealing, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Decrypt what `seal` made; throws when the key or the context is another one. */
export function unseal(secrets: Secrets, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', secrets.sealing, sealed.subarray(0, 12)).setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
