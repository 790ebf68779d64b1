import { setImmediate as breathe } from 'node:timers/promises'
import type { Screen } from '#src/definition'
import { bulkSchemas } from './bulk-paths.ts'
import type { DescribedArea, DescribedPart } from './described-parts.ts'
import { withExamples } from './examples.ts'
import { filterParameters, sharedParameters, sharedResponses, sharedSchemas, type Part } from './parts.ts'
import { actionPaths, recordPaths, recordSchemas, schemaName, uploadPaths } from './record-paths.ts'
import { resultPaths, resultSchemas } from './result-paths.ts'
import { shellCalls, shellPaths } from './shell-paths.ts'

type Paths = Readonly<Record<string, Part>>
type Kind = 'schemas' | 'parameters' | 'responses'
type Components = Readonly<Record<Kind, Readonly<Record<string, Part>>>>

const kinds = ['schemas', 'parameters', 'responses'] as const

/** A screen once for each address its records answer to. */
const aliased = (screen: Screen): Screen[] => [
  screen,
  ...screen.endpointAliases.map((endpoint) => ({ ...screen, endpoint })),
]

/** Two may stand at one address, each with its own methods. */
function together(...all: readonly Paths[]): Paths {
  const paths: Record<string, Part> = {}
  for (const some of all)
    for (const [path, methods] of Object.entries(some)) paths[path] = { ...paths[path], ...methods }
  return paths
}

const hasRecords = ({ table, endpoint }: Screen): boolean => Boolean(table && endpoint)
const hasResult = ({ result, endpoint }: Screen): boolean => Boolean(result && endpoint)

const pathsOf = (screen: Screen): readonly Paths[] => [
  ...(hasRecords(screen) ? [...aliased(screen).map(recordPaths), actionPaths(screen)] : []),
  uploadPaths(screen),
  ...(hasResult(screen) ? [resultPaths(screen)] : []),
]

const byHand = new Set(shellCalls.map(([method, path]) => `${method.toLowerCase()} ${path}`))

/** Where a call of a screen has been written by hand, that one answers. */
const unwritten = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).filter(([method]) => !byHand.has(`${method} ${path}`))),
    ]),
  )

const callsOf = ({ shell, screens }: DescribedPart): Paths =>
  together(shellPaths(shell), ...screens.flatMap(pathsOf).map(unwritten))

function componentsOf({ screens }: DescribedPart): Components {
  const withRecords = screens.filter(hasRecords)
  return {
    schemas: {
      ...sharedSchemas,
      ...bulkSchemas,
      ...Object.assign({}, ...withRecords.map(recordSchemas), ...screens.filter(hasResult).map(resultSchemas)),
    },
    parameters: {
      ...sharedParameters,
      ...Object.assign({}, ...withRecords.map((screen) => filterParameters(schemaName(screen), screen))),
    },
    responses: sharedResponses,
  }
}

/** Of the components those that the paths refer to, directly or through others. */
function needed(paths: Paths, components: Components): Components {
  const found: Record<Kind, Record<string, Part>> = { schemas: {}, parameters: {}, responses: {} }
  const follow = (part: Part): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const component = components[kind as Kind][name!]
      if (!component) throw new Error(`The description of the API refers to ${kind} ${name}, which it does not have`)
      if (Object.hasOwn(found[kind as Kind], name!)) continue
      found[kind as Kind][name!] = component
      follow(component)
    }
  }
  follow(paths)
  return found
}

const introduction =
  'Every answer is wrapped as { response, message }, every failure as { error: { code, message, issues } }.'

const documentOf = (title: string, version: string, tags: readonly Part[], paths: Paths, components: Components) => ({
  openapi: '3.1.0',
  info: { title, version, description: introduction },
  servers: [{ url: '/api' }],
  security: [{ bearer: [] }],
  tags,
  paths,
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    ...components,
  },
})

/** The OpenAPI 3.1 document of one part of the API: complete by itself, with nothing its calls do not need. */
export function describePart(part: DescribedPart, version: string): Part {
  const paths = withExamples(callsOf(part))
  return documentOf(
    `Tierline API: ${part.title}`,
    version,
    [{ name: part.title }],
    paths,
    needed(paths, componentsOf(part)),
  )
}

/** The OpenAPI 3.1 document of the whole API: its parts put together. Lets others work between one part and the next. */
export async function describeWhole(areas: readonly DescribedArea[], version: string): Promise<Part> {
  const paths: Record<string, Part> = {}
  const components: Record<Kind, Record<string, Part>> = { schemas: {}, parameters: {}, responses: {} }
  const described = areas.flatMap(({ parts }) => parts)
  for (const part of described) {
    const own = withExamples(callsOf(part))
    for (const [path, methods] of Object.entries(own)) paths[path] = { ...paths[path], ...methods }
    const used = needed(own, componentsOf(part))
    for (const kind of kinds) Object.assign(components[kind], used[kind])
    await breathe()
  }
  return {
    ...documentOf(
      'Tierline API',
      version,
      described.map(({ title }) => ({ name: title })),
      paths,
      components,
    ),
    // Known to Redoc, Scalar and their like: the areas of the menu.
    'x-tagGroups': areas.map(({ label, parts }) => ({ name: label, tags: parts.map(({ title }) => title) })),
  }
}

/** A call as it is found: its method, path, summary and name. */
export type IndexedCall = readonly [method: string, path: string, summary: string, operationId: string]

/** What the API has, area by area: every part with its calls. Lets others work between one part and the next. */
export async function indexOf(areas: readonly DescribedArea[]) {
  const indexed = []
  for (const { area, label, parts } of areas) {
    const described = []
    for (const part of parts) {
      described.push({ name: part.name, title: part.title, calls: indexedCalls(part) })
      await breathe()
    }
    indexed.push({ area, label, parts: described })
  }
  return indexed
}

/** The calls of a part, in the order they are described. */
export const indexedCalls = (part: DescribedPart): IndexedCall[] =>
  Object.entries(callsOf(part)).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { summary: string; operationId: string }>)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { summary, operationId }]) => [method.toUpperCase(), path, summary, operationId] as const),
  )
