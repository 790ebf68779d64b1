import { type Screen, validateRecord } from '#src/definition'
import { equalValues } from '#src/definition/compare.ts'
import type { Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import { AppError, type Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { checkFiles } from './files/held-files.ts'
import type { RecordHooks } from './hooks.ts'
import type { Row } from './page.ts'
import { overlapIssues } from './overlaps.ts'
import { referenceIssues, type Written } from './references.ts'
import { mayReadField, mayWriteField } from './screen-access.ts'

/** What a write knows: its transaction, the screen as the caller may use it, and the behaviour bound to it. */
export interface WriteContext {
  readonly tx: Tx
  readonly screen: Screen
  readonly caller: Caller
  readonly screens: readonly Screen[]
  readonly hooks: RecordHooks
  /** The import that writes the record, if one does. */
  readonly uploadId?: number
  /** Somebody is there who can be asked back. */
  readonly asksBack?: boolean
}

export type Values = Record<string, unknown>

export interface Checked {
  readonly values: Values
  readonly issues: Issue[]
}

const system = new Set([
  'id',
  'row_version',
  'labels',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'upload_id',
  'organization_id',
])

/** What was sent, checked by itself: without system columns, and without fields that only came back as they were read. */
export function checkInput(context: WriteContext, body: Values, current: Row | null): Checked {
  const { screen } = context
  const issues: Issue[] = []
  const input = inputOf(context, body, issues, current)
  const mode = current ? 'update' : 'create'
  const result = validateRecord(screen.fields, input, {
    mode,
    ...calendarOf(context.caller),
    ...(current ? { current } : {}),
  })
  return { values: result.values, issues: [...issues, ...result.issues] }
}

function inputOf({ screen, caller }: WriteContext, body: Values, issues: Issue[], current: Row | null): Values {
  const input: Values = {}
  for (const [name, value] of Object.entries(body)) {
    if (system.has(name)) continue
    const field = screen.fields.find((candidate) => candidate.name === name)
    if (field && (field.readOnly || !mayWriteField(caller, screen, name))) {
      if (!equalValues(field, value, current?.[name]))
        issues.push({ path: [name], code: 'denied', message: `${field.label} cannot be changed by you` })
    } else input[name] = value
  }
  return input
}

/** What of a record about to be written can be looked up: what cannot be read stands for nothing that the database knows. */
export function readable({ values, issues }: Checked, current: Row | null): Written {
  const wrong = new Set(issues.flatMap(({ path, code }) => (code === 'invalid' ? [path[0]] : [])))
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)))
  return { all: { ...current, ...given }, touched: new Set(Object.keys(given)), before: current }
}

/** The canonical values of one record, looked at by hooks and against the other records; VALIDATION with every issue. */
export async function checkedValues(context: WriteContext, body: Values, current: Row | null): Promise<Values> {
  const { tx, screen, caller, screens, hooks } = context
  const { values, issues: own } = checkInput(context, body, current)
  const isReadable = own.every(({ code }) => code !== 'invalid')
  const issues = [...own, ...(await checkFiles(context, values, current))]
  // Hooks know their fields by type, and ask the database about what stands in them.
  if (hooks.beforeWrite && isReadable) issues.push(...(await hooks.beforeWrite(context, values, current)))
  const written = readable({ values, issues: own }, current)
  const [references = []] = await referenceIssues(tx, screen, caller.organizationId, [written], screens)
  issues.push(...references)
  const period = { id: current?.id ?? null, ...written }
  if (isReadable) issues.push(...(await overlapIssues(tx, screen, caller.organizationId, period)))
  if (issues.length > 0) throw new AppError('VALIDATION', { issues })
  const doubt = context.asksBack ? await hooks.doubts?.(context, { ...current, ...values }, current) : null
  if (doubt) throw new AppError('CONFIRM', doubt)
  return values
}

/** Those of the values that differ from what is stored. */
export const changedValues = (screen: Screen, current: Row, values: Values): Values =>
  Object.fromEntries(
    screen.fields
      .filter(({ name }) => name in values)
      .filter((field) => !equalValues(field, current[field.name], values[field.name]))
      .map(({ name }) => [name, values[name]]),
  )

/** ROW_CONFLICT with the stored record when it is no longer the version that was read. */
export function demandVersion(context: WriteContext, current: Row, version: unknown): void {
  if (version === undefined || version === null || Number(version) === current.row_version) return
  throw new AppError('ROW_CONFLICT', { details: { current: visible(context, current) } })
}

const visible = ({ screen, caller }: WriteContext, row: Row): Values =>
  Object.fromEntries(Object.entries(row).filter(([name]) => system.has(name) || mayReadField(caller, screen, name)))
