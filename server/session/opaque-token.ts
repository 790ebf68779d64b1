import { createHash, randomBytes } from 'node:crypto'

/** A new bearer secret of 256 bits, safe in a URL. */
export function newOpaqueToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a bearer secret: its SHA-256, since 256 random bits need no slow hash. */
export function hashOpaqueToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
