import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Screen, ScreenDefinition } from '#src/definition'
import { definitionOf } from '#src/definition/definition-of.ts'
import { summaryOf } from '#src/definition/summary-of.ts'
import { asOwn, isOwnName, ownIssues } from '#src/definition/own-screen.ts'
import { demand } from '../authorize.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { attributedScreens, examine, screensOf } from '../engine/own-screens.ts'
import {
  createDesign,
  type Design,
  designNamed,
  designVersions,
  discardDraft,
  listDesigns,
  publishDesign,
  retireDesign,
  saveDraft,
} from '../engine/studio/designs.ts'
import { addressesOf, keptFor, rolesOf, usesOf } from '../engine/studio/portrait.ts'
import { planTable } from '../engine/studio/publish.ts'
import { tryReport } from '../engine/studio/try-report.ts'
import { saidOf } from '../engine/messages/said.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../parse-input.ts'
import type { Services } from '../services.ts'

/** The permission to look at definitions in the studio. */
const look = 'designer.read'
/** The permission to make screens of the own organisation. */
const design = 'designer.write'

const definition = z
  .looseObject({ name: z.string().max(60) })
  .refine((data) => JSON.stringify(data).length <= 300_000, 'A definition has at most 300 kB.')
  .refine((data) => !JSON.stringify(data).includes(String.raw`\u0000`), 'NUL cannot be stored.')
const begin = z.object({
  /** The new name; its definition's own unless given. */
  name: z.string().max(60).optional(),
  /** A screen of the product to begin from. */
  from: z.string().max(100).optional(),
  definition: definition.optional(),
  /** The screen whose records a new result adds up. */
  adds_up: z.string().max(100).optional(),
  /** What a result is called: one, several. */
  label: z.tuple([z.string().trim().min(1).max(80), z.string().trim().min(1).max(80)]).optional(),
  area: z.string().max(60).optional(),
})
const draft = z.object({ definition, row_version: z.number().int() })
const step = z.object({ row_version: z.number().int(), note: z.string().trim().max(500).nullable().default(null) })

type Named = FastifyRequest<{ Params: { name: string } }>

/** The Designer Studio: every definition looked at, and screens of the own organisation drawn up, checked, put to use and retired. */
export function studioRoutes(app: FastifyInstance, services: Services): void {
  browsingRoutes(app, services)
  designRoutes(app, services)
}

function browsingRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/studio/screens', async ({ caller }) => {
    demand(caller, look)
    const [screens, designs] = await Promise.all([attributedScreens(services, caller), listDesigns(services, caller)])
    const records = [
      ...designs.map((one) => ownSummary(one, caller.organizationId, screens)),
      ...screens.filter(({ name }) => !designs.some((one) => one.name === name)).map(summary),
    ]
    return { response: { records, total_record: records.length } }
  })
  app.get('/api/studio/screens/:name', async ({ caller, params }: Named) => {
    demand(caller, look)
    const screens = await screensOf(services, caller)
    const own = await designNamed(services, caller, params.name)
    const known = screenNamed(screens, params.name)
    const seen = await attributedScreens(services, caller)
    const examined = own && examine(caller.organizationId, own.draft ?? own.published, seen)
    const screen = examined?.screen ?? known ?? null
    if (!own && !screen) throw new AppError('NOT_FOUND')
    const kept = screen
      ? await services.db.tenant(
          caller,
          async (tx) => ({ roles: await rolesOf(tx, caller, screen), kept: await keptFor(tx, caller, screen) }),
          { readOnly: true },
        )
      : { roles: [], kept: null }
    return {
      response: {
        name: params.name,
        definition: own ? (own.draft ?? own.published) : definitionOf(screen!),
        attributes: known ? attributeSpecs(known, screenNamed(seen, params.name)!) : {},
        own: own && stateOf(own),
        issues: examined?.issues ?? [],
        screen,
        ...(screen
          ? { used_by: usesOf(screen, screens), addresses: addressesOf(screen) }
          : { used_by: [], addresses: null }),
        ...kept,
      },
    }
  })
  app.get('/api/studio/screens/:name/export', async ({ caller, params }: Named, reply) => {
    demand(caller, look)
    const own = await designNamed(services, caller, params.name)
    const known = screenNamed(await screensOf(services, caller), params.name)
    if (!own && !known) throw new AppError('NOT_FOUND')
    const { $schema: _schema, ...written } = (
      own ? (own.published ?? own.draft) : definitionOf(known!)
    ) as ScreenDefinition & { $schema?: string }
    const text = `${JSON.stringify({ $schema: '../screen.schema.json', ...written }, null, 2)}\n`
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${params.name}.screen.json"`)
      .send(text)
  })
}

/** What messages call a design. */
const words = { label: 'screen', plural: 'screens' }

function designRoutes(app: FastifyInstance, services: Services): void {
  app.post('/api/studio/screens', async (request, reply) => {
    demand(request.caller, design)
    const asked = parseInput(begin, request.body)
    const beginning = await beginningOf(services, request, asked)
    const wrong = ownIssues(beginning).filter(({ path }) => path[0] === 'name')
    if (wrong.length > 0)
      throw new AppError('VALIDATION', { issues: wrong.map(({ path, message }) => ({ path, code: 'name', message })) })
    return reply.code(201).send({
      response: stateOf(await createDesign(services, request.caller, beginning)),
      message: await saidOf(services, request.caller, words, 'created'),
    })
  })
  app.put('/api/studio/screens/:name', async ({ caller, params, body }: Named) => {
    demand(caller, design)
    const asked = parseInput(draft, body)
    if (asked.definition.name !== params.name)
      throw new AppError('VALIDATION', {
        issues: [
          {
            path: ['definition', 'name'],
            code: 'name',
            message: 'The name of a screen stays. Begin another one instead.',
          },
        ],
      })
    const response = stateOf(await saveDraft(services, caller, params.name, asked))
    return { response, message: await saidOf(services, caller, words, 'updated') }
  })
  app.delete('/api/studio/screens/:name', async ({ caller, params }: Named) => {
    demand(caller, design)
    await discardDraft(services, caller, params.name)
    return { response: {}, message: await saidOf(services, caller, words, 'deleted') }
  })
  app.post('/api/studio/check', async ({ caller, body }) => {
    demand(caller, look)
    const given = parseInput(z.object({ definition: z.looseObject({}) }), body).definition
    const screens = await attributedScreens(services, caller)
    const { issues, screen } = examine(caller.organizationId, given, screens)
    const plan = screen && issues.length === 0 ? await planned(services, screen) : { statements: [], issues: [] }
    return { response: { issues: [...issues, ...plan.issues], screen, plan: plan.statements } }
  })
  app.post('/api/studio/try', async ({ caller, body }) => {
    demand(caller, look)
    const given = parseInput(z.object({ definition: z.looseObject({}) }), body).definition
    const screens = await attributedScreens(services, caller)
    const { issues, screen } = examine(caller.organizationId, given, screens)
    if (!screen?.result || issues.length > 0)
      throw new AppError('VALIDATION', {
        message: 'This result cannot be worked out yet.',
        issues: issues.map(({ path, message }) => ({ path, code: 'definition', message })),
      })
    return { response: await tryReport(services, screen, caller) }
  })
  app.post('/api/studio/screens/:name/publish', async ({ caller, params, body }: Named) => {
    demand(caller, design)
    const published = await publishDesign(services, caller, params.name, parseInput(step, body))
    return { response: stateOf(published), message: 'The screen is in use.' }
  })
  app.post('/api/studio/screens/:name/retire', async ({ caller, params, body }: Named) => {
    demand(caller, design)
    const retired = await retireDesign(services, caller, params.name, parseInput(step, body))
    return { response: stateOf(retired), message: 'The screen is out of use. Its records are kept.' }
  })
  app.get('/api/studio/screens/:name/versions', async ({ caller, params }: Named) => {
    demand(caller, look)
    const records = await designVersions(services, caller, params.name)
    return { response: { records, total_record: records.length } }
  })
}

/** What a new design begins with: a definition sent along, a screen of the product, or next to nothing. */
async function beginningOf(
  services: Services,
  { caller }: FastifyRequest,
  asked: z.output<typeof begin>,
): Promise<ScreenDefinition> {
  if (asked.adds_up !== undefined) {
    const source = screenNamed(await attributedScreens(services, caller), asked.adds_up)
    if (!source?.table) throw new AppError('NOT_FOUND', { message: `There are no records of ${asked.adds_up}.` })
    const label = asked.label ?? ([`${source.plural} added up`, `${source.plural} added up`] as const)
    const name = asked.name ?? ''
    return asOwn(summaryOf({ name, label, area: asked.area ?? 'results' }, source).definition, name)
  }
  if (asked.from !== undefined) {
    const own = await designNamed(services, caller, asked.from)
    const screen = screenNamed(await screensOf(services, caller), asked.from)
    const source = own?.draft ?? own?.published ?? (screen && definitionOf(screen))
    if (!source) throw new AppError('NOT_FOUND', { message: `There is no screen ${asked.from}.` })
    if (source.result?.report !== undefined)
      throw new AppError('VALIDATION', {
        issues: [
          {
            path: ['from'],
            code: 'report',
            message: 'What this result shows is worked out by code of the product. One of your own adds up records.',
          },
        ],
      })
    return asOwn(source, asked.name ?? '')
  }
  const given = asked.definition as unknown as ScreenDefinition | undefined
  if (!given)
    throw new AppError('VALIDATION', {
      issues: [{ path: ['definition'], code: 'required', message: 'Say what to begin with.' }],
    })
  const name = asked.name ?? (isOwnName(given.name) ? given.name : `own-${given.name}`)
  return asOwn(given, name)
}

async function planned({ db }: Services, screen: Screen) {
  try {
    return { statements: (await planTable(db, screen)).map(({ reason }) => reason), issues: [] }
  } catch (error) {
    if (!(error instanceof AppError) || !error.issues) throw error
    return { statements: [], issues: error.issues.map(({ path, message }) => ({ path, message })) }
  }
}

/** What the organisation has added to a screen, as a definition would say it. */
function attributeSpecs({ fields: own }: Screen, seen: Screen): ScreenDefinition['fields'] {
  const { fields } = definitionOf(seen)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !own.some((field) => field.name === name)))
}

function stateOf({ draft: drawn, published, ...one }: Design) {
  return { ...one, has_draft: drawn !== null, definition: drawn ?? published, in_use: published }
}

const summary = (screen: Screen) => ({
  name: screen.name,
  label: screen.label,
  plural: screen.plural,
  area: screen.area,
  kind: screen.result?.summary ? 'summary' : screen.result ? 'result' : screen.table ? 'records' : 'page',
  fields: screen.fields.length,
  path: screen.list?.path ?? screen.result?.criteria ?? null,
  origin: 'product' as const,
  state: 'published' as const,
  has_draft: false,
  fits: true,
  updated_at: null as Date | null,
  updated_by_name: null as string | null,
})

function ownSummary(one: Design, organizationId: number, screens: readonly Screen[]) {
  const { screen, issues } = examine(organizationId, one.draft ?? one.published, screens)
  const { label = [one.name, one.name], area = '' } = (one.draft ?? one.published) as Partial<ScreenDefinition>
  return {
    ...(screen ? summary(screen) : { kind: 'records', fields: 0, path: null, label: label[0], plural: label[1], area }),
    name: one.name,
    origin: 'own' as const,
    state: one.state,
    has_draft: one.draft !== null,
    fits: issues.length === 0,
    updated_at: one.updated_at,
    updated_by_name: one.updated_by_name,
  }
}
