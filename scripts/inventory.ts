import { screenRoutes, type Screen } from '#src/definition'
import { loadScreens } from '#server/screens.ts'
import { errorCodes } from '#src/definition/error-codes.ts'
import { handWrittenRoutes } from '#src/app/routes.ts'
import { runningRoutes } from './running-routes.ts'
import { sourceTexts } from './source-texts.ts'

type Row = readonly string[]

function routes(screens: readonly Screen[]): Row[] {
  return [
    ...screens.flatMap(screenRoutes).map(({ path, screen, kind }) => [path, screen, kind]),
    ...handWrittenRoutes.map(({ path, label, area }) => [path, label, area]),
  ]
}

async function endpoints(screens: readonly Screen[]): Promise<Row[]> {
  const ownerOf = new Map<string, string>()
  for (const { name, endpoint, endpointAliases, upload, list } of screens) {
    const paths = [endpoint, ...endpointAliases, ...(upload?.endpoints ?? []), list?.tree?.endpoint]
    for (const path of paths) if (path) ownerOf.set(path, name)
  }
  const owner = (path: string): string => {
    const parts = path.split('/')
    for (let length = parts.length; length > 0; length -= 1) {
      const screen = ownerOf.get(parts.slice(0, length).join('/'))
      if (screen) return `screen ${screen}`
    }
    return 'server'
  }
  return (await runningRoutes(screens)).map(({ method, path }) => [method, path, owner(path)])
}

function functionalities(screens: readonly Screen[]): Row[] {
  return screens.flatMap(({ name, upload }) =>
    upload ? [upload.functionality, ...(upload.functionalityAliases ?? [])].map((one) => [one, name]) : [],
  )
}

async function messages(screens: readonly Screen[]): Promise<Row[]> {
  const fromScreens = screens.flatMap(({ name, messages: texts, actions }) => [
    ...Object.values(texts).map((text) => [text, `screen ${name}`]),
    ...actions.flatMap(({ name: action, message, confirm }) =>
      [message, confirm].filter((text) => text !== undefined).map((text) => [text, `screen ${name}, ${action}`]),
    ),
  ])
  const fromCodes = Object.entries(errorCodes).map(([code, { message }]) => [message, `error ${code}`])
  return [...fromScreens, ...fromCodes, ...(await sourceTexts())]
}

const listings: Readonly<Record<string, (screens: readonly Screen[]) => Row[] | Promise<Row[]>>> = {
  routes,
  endpoints,
  functionalities,
  messages,
}

const listing = listings[process.argv[2] ?? '']
if (!listing) {
  console.error(`Usage: npm run -s inventory -- ${Object.keys(listings).join('|')}`)
  process.exitCode = 2
} else {
  const rows = await listing(await loadScreens())
  const lines = new Set(rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t')))
  process.stdout.write(
    [...lines]
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  )
}
