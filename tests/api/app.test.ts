import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

let db: TestDatabase
let app: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tl-app-'))
  const clientDir = join(folder, 'client')
  await mkdir(join(clientDir, 'assets'), { recursive: true })
  await writeFile(
    join(clientDir, 'index.html'),
    '<script nonce="__CSP_NONCE__">begin()</script><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/assets/index-abc.js" nonce="__CSP_NONCE__"></script>',
  )
  await writeFile(join(clientDir, 'assets', 'index-abc.js'), `console.log('${'x'.repeat(4_000)}')`)
  await writeFile(join(clientDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  db = await testDatabase()
  const config = { ...readConfig({ TIERLINE_DATA: folder, LOG_LEVEL: 'silent' }), clientDir }
  app = await createApp({ db, config, screens: [] })
  app.get('/api/health/test-crash', () => {
    throw new Error('the password of the database is hunter2')
  })
  app.get('/api/health/test-conflict', () => {
    throw new AppError('ROW_CONFLICT', { details: { current: { id: 1 } } })
  })
  app.post('/api/health/test-echo', (request) => request.body)
  app.get('/api/health/test-issues', () => {
    throw new AppError('VALIDATION', {
      issues: [{ path: ['lines', 2, 'price'], code: 'invalid', message: 'Not a number' }],
    })
  })
})

afterAll(async () => {
  await app.close()
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('the page', () => {
  it('answers every path of a screen, with a nonce of its own each time', async () => {
    const [one, two] = await Promise.all([get('/customer-master/view-customer/7?tab=history'), get('/')])
    expect(one.statusCode).toBe(200)
    expect(one.headers['content-type']).toContain('text/html')
    expect(one.headers['cache-control']).toBe('no-store')
    const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1] ?? ''
    expect(one.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(one.body).not.toContain('__CSP_NONCE__')
    expect(two.body).not.toContain(nonce)
  })

  it('allows scripts of the own origin and the one text that the page was built with', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    // printf 'begin()' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain(`script-src 'self' 'sha256-15S4FGE7rP6kq/PzA1uIhN3+8zfaO6/TnJp4fMWo7lE=';`)
    expect(policy).not.toContain('unsafe')
  })

  it('is not given in place of a missing asset or of a missing call', async () => {
    expect((await get('/assets/gone-123.js')).statusCode).toBe(404)
    expect((await get('/api/nothing')).statusCode).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/customer-master' })).statusCode).toBe(404)
  })
})

describe('files', () => {
  it('with a hash in their name are kept for ever, the others are asked for again', async () => {
    expect((await get('/assets/index-abc.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('are compressed', async () => {
    const answer = await get('/assets/index-abc.js', { 'accept-encoding': 'br' })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.rawPayload.length).toBeLessThan(200)
  })

  it('outside the folder stay there', async () => {
    expect((await get('/assets/..%2f..%2fsecret')).statusCode).toBe(404)
    expect((await get('/..%2f..%2f..%2fetc/passwd')).body).not.toContain('root:')
  })
})

describe('errors', () => {
  it('of an unknown call come in the envelope, with a request id', async () => {
    const answer = await get('/api/nothing')
    expect(answer.json()).toEqual({
      error: { code: 'NOT_FOUND', message: 'There is nothing at GET /api/nothing.' },
      message: 'There is nothing at GET /api/nothing.',
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('from inside never show their words', async () => {
    const answer = await get('/api/health/test-crash')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('hunter2')
    expect(answer.json()).toMatchObject({
      message: 'Something has gone wrong. Please try again later!',
      error: { code: 'INTERNAL' },
    })
  })

  it('carry details and issues', async () => {
    expect((await get('/api/health/test-conflict')).json()).toMatchObject({
      error: { code: 'ROW_CONFLICT', details: { current: { id: 1 } } },
    })
    expect((await get('/api/health/test-issues')).json()).toMatchObject({
      error: { code: 'VALIDATION', issues: [{ path: ['lines', 2, 'price'], code: 'invalid' }] },
    })
  })

  it('of a body that is no JSON are told from those of the product', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/health/test-echo',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { code: 'BAD_REQUEST' } })
  })
})

describe('health', () => {
  it('is well while the database answers, and is not cached', async () => {
    const answer = await get('/api/health')
    expect(answer.json()).toEqual({ response: { status: 'ok' } })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
