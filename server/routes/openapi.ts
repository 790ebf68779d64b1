import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Screen } from '#src/definition'
import { knownCaller } from '../authenticate.ts'
import { type DescribedArea, describedAreas } from '../engine/openapi/described-parts.ts'
import { describePart, describeWhole, indexedCalls, indexOf } from '../engine/openapi/document.ts'
import { keep, type KeptAnswer, sendKept } from '../engine/openapi/kept-answer.ts'
import { type Addresses, indexPage, partPage } from '../engine/openapi/page.ts'
import { screensOf } from '../engine/own-screens.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'

const json = 'application/json; charset=utf-8'

/**
 * The description of the API: an index of its parts at /api/docs, each to read and try at /api/docs/calls/<part>, the whole as
 * OpenAPI at /api/docs/json. It holds definitions, never data, so nobody has to sign in; who does is told of the own screens of
 * the organisation as well.
 */
export async function openApiRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, screens, session } = services
  const version = await productVersion(config.root)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, public: true }
  })

  const askedFor = async (request: FastifyRequest): Promise<readonly Screen[]> => {
    const caller = await knownCaller(session, request)
    return caller ? screensOf(services, caller) : screens
  }
  const sendPage = (reply: FastifyReply, html: string) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
  const named = (areas: readonly DescribedArea[], name: string) => {
    for (const area of areas) {
      const part = area.parts.find((one) => one.name === name)
      if (part) return { area, part, calls: indexedCalls(part) }
    }
    return undefined
  }

  app.get('/api/docs', async (_request, reply) =>
    sendPage(reply, indexPage(describedAreas(screens), await addresses())),
  )

  app.get('/api/docs/index.json', async (request, reply) => {
    const asked = await askedFor(request)
    return sendKept(
      request,
      reply,
      await once(asked, 'index', async () => ({ areas: await indexOf(describedAreas(asked)) })),
    )
  })

  app.get('/api/docs/json', async (request, reply) => {
    const asked = await askedFor(request)
    return sendKept(request, reply, await once(asked, 'whole', () => describeWhole(describedAreas(asked), version)))
  })

  app.get('/api/docs/calls/:part', async (request, reply) => {
    const name = (request.params as { part: string }).part
    // What shows the calls sets a few style attributes as text; scripts and style sheets stay as strict as everywhere.
    reply.header(
      'content-security-policy',
      `${String(reply.getHeader('content-security-policy'))};style-src-attr 'unsafe-inline'`,
    )
    return sendPage(reply, partPage(name, named(describedAreas(screens), name), await addresses()))
  })

  app.get('/api/docs/calls/:part/json', async (request, reply) => {
    const asked = await askedFor(request)
    const name = (request.params as { part: string }).part
    const known = named(describedAreas(asked), name)
    if (!known) throw new AppError('NOT_FOUND')
    return sendKept(
      request,
      reply,
      await once(asked, `part ${name}`, () => Promise.resolve(describePart(known.part, version))),
    )
  })

  app.get('/api/docs/static/:file', async (request, reply) => {
    const file = (await pageFiles()).get((request.params as { file: string }).file)
    if (!file) throw new AppError('NOT_FOUND')
    const { v } = request.query as { v?: string }
    // The address changes with the content.
    if (v !== undefined && file.etag === `"${v}"`) reply.header('cache-control', 'public, max-age=31536000, immutable')
    return sendKept(request, reply, file)
  })
}

// By the screens they describe: an organisation's array is the same until one of its screens changes.
const described = new WeakMap<readonly Screen[], Map<string, Promise<KeptAnswer>>>()

/** What is described of these screens, made at the first request: a server of many definitions starts without it. */
function once(screens: readonly Screen[], what: string, describe: () => Promise<unknown>): Promise<KeptAnswer> {
  const kept = described.get(screens) ?? new Map<string, Promise<KeptAnswer>>()
  described.set(screens, kept)
  const known = kept.get(what)
  if (known) return known
  const made = describe().then((document) => keep(json, JSON.stringify(document)))
  kept.set(what, made)
  made.catch(() => kept.delete(what))
  return made
}

let files: Promise<ReadonlyMap<string, KeptAnswer>> | undefined

/** The files of the pages by name, read at the first request: ours, and those of the tool that shows and tries calls. */
const pageFiles = () => (files ??= readPageFiles())

async function addresses(): Promise<Addresses> {
  const known = await pageFiles()
  return (name) => `/api/docs/static/${name}?v=${known.get(name)!.etag.slice(1, -1)}`
}

async function readPageFiles(): Promise<ReadonlyMap<string, KeptAnswer>> {
  const ours = join(import.meta.dirname, '../engine/openapi/browser')
  const tool = join(dirname(fileURLToPath(import.meta.resolve('@fastify/swagger-ui'))), 'static')
  const script = 'text/javascript; charset=utf-8'
  const style = 'text/css; charset=utf-8'
  const wanted: readonly (readonly [folder: string, name: string, type: string])[] = [
    [ours, 'look.mjs', script],
    [ours, 'index.mjs', script],
    [ours, 'calls.mjs', script],
    [ours, 'page.css', style],
    [tool, 'swagger-ui-bundle.js', script],
    [tool, 'swagger-ui.css', style],
  ]
  const read = wanted.map(
    async ([folder, name, type]) => [name, await keep(type, await readFile(join(folder, name)))] as const,
  )
  return new Map(await Promise.all(read))
}

async function productVersion(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}
