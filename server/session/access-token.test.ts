import { UnsecuredJWT } from 'jose'
import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessTokenSeconds, signAccessToken, verifyAccessToken } from './access-token.ts'
import { loadSecrets, seal, unseal } from './secrets.ts'

const secrets = await loadSecrets('a secret of at least thirty-two characters', '/nowhere')
const other = await loadSecrets('another secret of at least thirty-two characters', '/nowhere')
const claims = { sessionId: 's1', userId: 7, organizationId: 2 }
const now = new Date('2026-03-01T10:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('access token', () => {
  test('is read back until it expires', async () => {
    const token = await signAccessToken(secrets, claims, now)
    expect(await verifyAccessToken(secrets, token, after(accessTokenSeconds - 1))).toEqual(claims)
    expect(await verifyAccessToken(secrets, token, after(accessTokenSeconds + 1))).toBeUndefined()
  })

  test('of another key, without a signature or changed is refused', async () => {
    const token = await signAccessToken(secrets, claims, now)
    const unsigned = new UnsecuredJWT({ sid: 's1', org: 2 }).setSubject('7').setExpirationTime('1h').encode()
    expect(await verifyAccessToken(other, token, now)).toBeUndefined()
    expect(await verifyAccessToken(secrets, unsigned, now)).toBeUndefined()
    expect(await verifyAccessToken(secrets, `${token}x`, now)).toBeUndefined()
  })

  test('that was verified once is still refused when it has expired, or under another key', async () => {
    const token = await signAccessToken(secrets, claims, now)
    expect(await verifyAccessToken(secrets, token, now)).toEqual(claims)
    expect(await verifyAccessToken(secrets, token, after(accessTokenSeconds - 1))).toEqual(claims)
    expect(await verifyAccessToken(secrets, token, after(accessTokenSeconds))).toBeUndefined()
    expect(await verifyAccessToken(other, token, now)).toBeUndefined()
    expect(await verifyAccessToken(secrets, `${token.slice(0, -2)}xx`, now)).toBeUndefined()
  })
})

describe('secrets', () => {
  test('are made once in the data folder, readable by the owner alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tierline-secret-'))
    const [first, second] = await Promise.all([loadSecrets(undefined, folder), loadSecrets(undefined, folder)])
    expect(first).toEqual(second)
    expect((await stat(join(folder, 'secret'))).mode & 0o077).toBe(0)
    expect((await readFile(join(folder, 'secret'), 'utf8')).length).toBeGreaterThan(32)
  })

  test('a short TIERLINE_SECRET is refused', async () => {
    await expect(loadSecrets('short', '/nowhere')).rejects.toThrow('at least 32 characters')
  })

  test('a sealed value opens only with its key and its context', () => {
    const sealed = seal(secrets, 'the token', 'session-1')
    expect(unseal(secrets, sealed, 'session-1')).toBe('the token')
    expect(() => unseal(secrets, sealed, 'session-2')).toThrow()
    expect(() => unseal(other, sealed, 'session-1')).toThrow()
  })
})
