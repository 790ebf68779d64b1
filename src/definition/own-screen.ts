import type { ScreenDefinition } from './define.ts'
import type { FieldSpec } from './field.ts'
import type { Finding } from './lint/finding.ts'
import { wayFields } from './summary.ts'

/** What is wrong at one place of a definition, and how it may be mended. */
export type DesignIssue = Pick<Finding, 'path' | 'message' | 'fix'>

/** How the names of screens begin that an organisation made itself; none of the product's does. */
export const ownPrefix = 'own-'

const longestName = 40
const mostFields = 200
const mostActions = 20

const slugOf = (name: string): string => name.slice(ownPrefix.length)
const snake = (name: string): string => name.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase()
const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Whether a screen of that name belongs to an organisation. */
export const isOwnName = (name: string): boolean => name.startsWith(ownPrefix)

/** What an organisation's own definition may not say, because the server decides it or because it would reach beyond the organisation. */
export function ownIssues(definition: ScreenDefinition): DesignIssue[] {
  const {
    name,
    fields,
    endpoint,
    endpointAliases,
    table,
    hooks,
    result,
    upload,
    actions = [],
    list,
    access,
  } = definition
  const address = `/own/${slugOf(name)}`
  const paths = [
    { path: ['list', 'path'], value: list?.path },
    ...(list?.displays ?? []).map((display) => ({ path: ['list', 'displays', display.label], value: display.path })),
    ...(list?.aliases ?? []).map((value) => ({ path: ['list', 'aliases'], value })),
    { path: ['upload', 'path'], value: upload?.path },
    { path: ['dashboard', 'path'], value: definition.dashboard?.path },
    { path: ['designer', 'path'], value: definition.designer?.path },
    ...(definition.designer?.aliases ?? []).map((value) => ({ path: ['designer', 'aliases'], value })),
    ...(definition.variants ?? []).flatMap(({ designer }, at) =>
      [designer?.path, ...(designer?.aliases ?? [])].map((value) => ({ path: ['variants', String(at)], value })),
    ),
    { path: ['result', 'criteria'], value: result?.criteria },
    { path: ['result', 'path'], value: result?.path },
    { path: ['result', 'grid'], value: result?.grid },
    ...(result?.direct ?? []).map((value, at) => ({ path: ['result', 'direct', String(at)], value })),
    { path: ['form', 'view'], value: definition.form?.view },
    { path: ['form', 'edit'], value: definition.form?.edit },
    { path: ['form', 'create'], value: definition.form?.create },
  ]
  const permissions = [
    ...Object.entries(access ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ...actions.flatMap((action) => (action.access ? [[`action ${action.name}`, action.access] as const] : [])),
  ]
  const issue = (wrong: unknown, path: readonly string[], message: string, fix?: string) =>
    wrong ? [{ path, message, ...(fix ? { fix } : {}) }] : []
  return [
    ...issue(
      !/^own-[a-z][a-z0-9-]*$/.test(name) || name.length > longestName,
      ['name'],
      `The name begins with ${ownPrefix}, has small letters, digits and -, and at most ${longestName} characters`,
    ),
    ...issue(
      endpoint !== undefined && endpoint !== ownEndpoint(name),
      ['endpoint'],
      'The server gives the address of the calls',
      'leave it out',
    ),
    ...issue(
      (endpointAliases ?? []).length > 0,
      ['endpointAliases'],
      'Further addresses belong to the product',
      'leave them out',
    ),
    ...issue(table?.scope === 'platform', ['table', 'scope'], 'Its rows belong to the organisation', 'leave it out'),
    ...issue(
      !result && (table?.key ?? []).length === 0,
      ['table', 'key'],
      'Say by which field people know a record',
      'name a field',
    ),
    ...issue(hooks, ['hooks'], 'Hooks are code of the product', 'leave them out'),
    ...issue(
      result?.report !== undefined,
      ['result', 'report'],
      'Reports are code of the product',
      'add up the records of a screen with result.summary',
    ),
    ...(['table', 'list', 'form', 'upload'] as const).flatMap((part) =>
      issue(result && definition[part], [part], 'A result has no records of its own', 'leave it out'),
    ),
    ...issue(result && actions.length > 0, ['actions'], 'A result has no records to act on', 'leave them out'),
    ...issue(
      list?.tree?.endpoint !== undefined,
      ['list', 'tree', 'endpoint'],
      'The server gives the address of the calls',
      'leave it out',
    ),
    ...issue(
      (upload?.endpoints ?? []).length > 0,
      ['upload', 'endpoints'],
      'Calls of the specification belong to the product',
      'leave them out',
    ),
    ...issue(Object.keys(fields).length > mostFields, ['fields'], `At most ${mostFields} fields`),
    ...issue(actions.length > mostActions, ['actions'], `At most ${mostActions} actions`),
    ...actions.flatMap((action) =>
      issue(
        action.command !== 'set-values',
        ['actions', action.name, 'command'],
        `${action.command} belongs to screens of the product`,
        'write set-values',
      ),
    ),
    ...paths.flatMap(({ path, value }) =>
      issue(
        value !== undefined && value !== address && !value.startsWith(`${address}/`),
        path,
        `Its addresses begin with ${address}`,
        `write ${address}…`,
      ),
    ),
    ...permissions.flatMap(([path, permission]) =>
      issue(
        permission.startsWith('platform.'),
        ['access', path],
        'Permissions of the platform reach beyond the organisation',
      ),
    ),
  ]
}

const ownEndpoint = (name: string): string => `own/${slugOf(name)}`

/** The definition with what the server decides: where its calls, pages and rows are. */
export function ownDefinition(organizationId: number, definition: ScreenDefinition): ScreenDefinition {
  const slug = slugOf(definition.name)
  if (definition.result) return { ...definition, endpoint: ownEndpoint(definition.name) }
  const { list = { path: '' }, upload, table } = definition
  return {
    ...definition,
    endpoint: ownEndpoint(definition.name),
    table: { ...table, name: `own_${organizationId}_${snake(slug)}`, scope: 'organization' },
    list: { ...list, path: list.path || `/own/${slug}` },
    ...(upload ? { upload: { ...upload, functionality: `Own${pascal(slug)}Format` } } : {}),
  }
}

/** A definition from elsewhere, a file or a screen of the product, as a beginning for an own one of that name. */
export function asOwn(definition: ScreenDefinition, name: string): ScreenDefinition {
  const { endpoint: _endpoint, endpointAliases: _aliases, hooks: _hooks, result, formId: _form, ...given } = definition
  // Variants are told apart by forms that stay with the other screen.
  const { variants: _variants, ...rest } = given
  if (result) return asOwnResult({ ...rest, result }, name)
  const { list, form, upload, actions, table } = rest
  const { name: _table, scope: _scope, ...tableRest } = table ?? {}
  const { path: _path, aliases: _others, displays: _displays, tree, ...listRest } = list ?? { path: '' }
  return {
    ...rest,
    name,
    fields: pointedAt(rest.fields, definition.name, name),
    table: tableRest,
    list: { ...listRest, ...(tree ? { tree: { parent: tree.parent } } : {}), path: `/own/${slugOf(name)}` },
    ...(form
      ? {
          form: { ...(form.layout ? { layout: form.layout } : {}), ...(form.related ? { related: form.related } : {}) },
        }
      : {}),
    ...(upload ? { upload: { ...withoutPlace(upload), functionality: `Own${pascal(slugOf(name))}Format` } } : {}),
    ...(actions ? { actions: actions.filter((action) => action.command === 'set-values') } : {}),
  }
}

/** A result keeps what it adds up, asks and draws; its addresses, and a way to lines that is not the summary's own, stay behind. */
function asOwnResult(
  {
    result,
    fields,
    label,
    area,
    apps,
    access,
    messages,
  }: Omit<ScreenDefinition, 'endpoint'> & Required<Pick<ScreenDefinition, 'result'>>,
  name: string,
): ScreenDefinition {
  const { direct: _direct, report: _report, drill: _drill, drills: _drills, ...kept } = result
  const address = `/own/${slugOf(name)}`
  return {
    name,
    label,
    area,
    ...(apps ? { apps } : {}),
    fields: withoutWays(fields, result),
    result: {
      ...kept,
      criteria: address,
      path: `${address}/results`,
      ...(kept.grid === undefined ? {} : { grid: `${address}/results-sf` }),
    },
    ...(access ? { access } : {}),
    ...(messages ? { messages } : {}),
  }
}

/** Columns that lead back to records are made anew from the groups. */
function withoutWays(fields: ScreenDefinition['fields'], { summary }: NonNullable<ScreenDefinition['result']>) {
  const ways = summary ? wayFields(summary) : {}
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in ways)))
}

function withoutPlace({ path: _path, endpoints: _endpoints, ...upload }: NonNullable<ScreenDefinition['upload']>) {
  return upload
}

/** References of a screen to itself stay references to itself. */
const pointedAt = (
  fields: Readonly<Record<string, FieldSpec>>,
  from: string,
  to: string,
): Readonly<Record<string, FieldSpec>> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      {
        ...field,
        ...(field.target === from ? { target: to } : {}),
        ...(field.fields ? { fields: pointedAt(field.fields, from, to) } : {}),
      },
    ]),
  )
