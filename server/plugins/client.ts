import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { nonceOf, pagePolicy } from './security.ts'

/** Written by Vite (html.cspNonce) wherever a tag needs the nonce. */
export const noncePlaceholder = '__CSP_NONCE__'

const year = 31_536_000

/** Serves the built client; every path that is no file and not under /api is a screen. */
export async function clientFiles(app: FastifyInstance, folder: string): Promise<void> {
  const index = join(folder, 'index.html')
  const built = await stat(index).then(
    () => true,
    () => false,
  )
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const hashed = path.includes(`${join(folder, 'assets')}`)
        response.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
      },
      // index.html is a page with a nonce, never a file.
      globIgnore: ['index.html', '.*'],
    })
  }
  const page = built ? await readPage(index) : undefined
  app.setNotFoundHandler((request, reply) => {
    if (isScreen(request) && page !== undefined) return sendPage(page, reply)
    throw new AppError('NOT_FOUND', { message: notFoundText(request, built) })
  })
}

function isScreen(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?')
  // A missing asset must fail, or a browser with an old page would take HTML for a script.
  return (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path)
}

function notFoundText(request: FastifyRequest, built: boolean): string {
  if (!built && isScreen(request)) return 'The client is not built here. Open the address of the development server.'
  return `There is nothing at ${request.method} ${request.url.split('?')[0]}.`
}

interface Page {
  readonly html: string
  /** The hashes of the scripts that stand in it as text. */
  readonly scripts: readonly string[]
}

async function readPage(file: string): Promise<Page> {
  const html = await readFile(file, 'utf8')
  const texts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text!)
  return { html, scripts: texts.map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`) }
}

function sendPage({ html, scripts }: Page, reply: FastifyReply): FastifyReply {
  const nonce = nonceOf(reply.raw)
  return reply
    .code(200)
    .header('content-security-policy', pagePolicy(nonce, scripts))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(noncePlaceholder, nonce))
}
