import { type RouteKind, screenRoutes } from '../routes.ts'
import type { Screen } from '../screen.ts'
import type { Finding, Report } from './finding.ts'
import { lintFields } from './lint-fields.ts'
import { lintForms } from './lint-forms.ts'
import { lintViews } from './lint-views.ts'

/** What the compiler cannot see: every name that leads nowhere and every two screens that claim the same place, in the order of the screens. */
export function lintScreens(screens: readonly Screen[]): Finding[] {
  const findings: Finding[] = []
  const byName = new Map(screens.map((screen) => [screen.name, screen]))
  const claims = new Map<string, string>()
  for (const screen of screens) {
    const report: Report = (path, message, fix, rewrite) => {
      findings.push({
        screen: screen.name,
        path,
        message,
        ...(fix === undefined ? {} : { fix }),
        ...(rewrite === undefined ? {} : { rewrite }),
      })
    }
    lintFields(screen, byName, report)
    lintViews(screen, byName, report)
    lintForms(screen, screens, report)
    for (const { what, key, path } of claimsOf(screen)) {
      const claim = `${what} ${key}`
      const other = claims.get(claim)
      if (other !== undefined) report(path, `The ${claim} belongs to ${other} already`)
      else claims.set(claim, screen.name)
    }
  }
  return findings
}

interface Claim {
  what: string
  key: string
  path: readonly string[]
}

const placeOf: Readonly<Record<RouteKind, readonly string[]>> = {
  list: ['list', 'path'],
  display: ['list', 'displays'],
  grid: ['list', 'displays'],
  new: ['form', 'create'],
  view: ['form', 'view'],
  edit: ['form', 'edit'],
  upload: ['upload', 'path'],
  formats: ['upload', 'formats'],
  criteria: ['result', 'criteria'],
  results: ['result', 'path'],
  'results-grid': ['result', 'grid'],
  design: ['designer', 'path'],
  dashboard: ['dashboard', 'path'],
}

/** What only one screen may have. */
function claimsOf(screen: Screen): Claim[] {
  const { endpoint, endpointAliases, table, upload, name, callPaths = {} } = screen
  const claims: Claim[] = [
    { what: 'name', key: name, path: ['name'] },
    { what: 'form id', key: screen.formId, path: ['formId'] },
    ...(screen.variants ?? []).map(({ formId }, at) => ({
      what: 'form id',
      key: formId,
      path: ['variants', String(at), 'formId'],
    })),
  ]
  if (endpoint !== null) claims.push({ what: 'endpoint', key: endpoint, path: ['endpoint'] })
  for (const alias of endpointAliases) claims.push({ what: 'endpoint', key: alias, path: ['endpointAliases', alias] })
  for (const [call, key] of Object.entries(callPaths)) claims.push({ what: 'endpoint', key, path: ['callPaths', call] })
  if (table) claims.push({ what: 'table', key: table.name, path: ['table', 'name'] })
  if (upload)
    claims.push({ what: 'upload functionality', key: upload.functionality, path: ['upload', 'functionality'] })
  for (const alias of upload?.functionalityAliases ?? [])
    claims.push({ what: 'upload functionality', key: alias, path: ['upload', 'functionalityAliases', alias] })
  for (const alias of upload?.endpoints ?? [])
    claims.push({ what: 'endpoint', key: alias, path: ['upload', 'endpoints', alias] })
  for (const { path, kind } of screenRoutes(screen)) {
    // Several uploads may share a page: it asks for the functionality.
    if (kind === 'upload') continue
    claims.push({ what: 'path', key: path.replaceAll(/:[^/]+/g, ':'), path: placeOf[kind] })
  }
  return claims
}
