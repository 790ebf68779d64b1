import type { Condition, Screen } from '#src/definition'
import { conditionWords } from '#src/definition/condition-words.ts'
import type { Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import { AppError, type Issue } from '../errors.ts'
import { id, raw, sql, type Sql } from '../store/sql.ts'
import { selectList } from './columns.ts'
import { conditionSql } from './condition-sql.ts'
import type { Row } from './page.ts'
import { mayReadField } from './screen-access.ts'
import type { WriteContext } from './write-check.ts'

interface Named {
  readonly id: number
  /** What the record is called: the values of its key. */
  readonly key: string
}

/** A record that was left as it is, and why in words. */
export interface Skipped extends Named {
  readonly reason: string
}

/** A record that could not be changed, and why. */
export interface Failed extends Named {
  readonly message: string
  readonly issues?: readonly Issue[]
}

/** What work on records came to; each of them is counted or named exactly once. */
export interface Outcome {
  done: number
  readonly skipped: Skipped[]
  readonly failed: Failed[]
  /** What is to be handed over for a record, such as a link. */
  readonly given: (Named & { readonly value: string })[]
}

export interface Targets {
  /** Finds the records on the row `t`; nothing outside the caller's organisation. */
  readonly where: Sql
  /** The ids that were asked for, so that one that is gone is told; undefined for everything a filter finds. */
  readonly ids?: readonly number[] | undefined
  /** Records for which it does not hold are skipped. */
  readonly when?: Condition | undefined
}

export interface RecordWork {
  readonly record: Row
  /** What follows once everything is committed; when it throws AppError, the record counts as failed. */
  readonly later: (work: () => Promise<void>) => void
}

/** 'done', why the record was left as it is, or what is to be handed over for it. */
export type Became = 'done' | { readonly skipped: string } | { readonly given: string }

/** The greatest number of records that one call works on one by one. */
export const mostRecords = 10_000

/** Records of one transaction where more are gone through: what is done stays done, whatever becomes of those behind it. */
export const ofPiece = 1_000

/**
 * Works on the records one by one within the caller's transaction: what throws AppError takes back its own record and no
 * other. TOO_LARGE beyond ten thousand records.
 */
export async function eachRecord(
  context: WriteContext,
  targets: Targets,
  work: (work: RecordWork) => Promise<Became>,
): Promise<Outcome> {
  const { tx, screen, caller } = context
  const { when, ids } = targets
  const outcome: Outcome = { done: 0, skipped: [], failed: [], given: [] }
  const rows = await lockedRecords(context, targets)
  const excluded = when && `Only where ${conditionWords(when, screen.fields)}`
  for (const { admitted, ...row } of rows) {
    const named = { id: row.id, key: recordName(screen, caller, row) }
    const failed = ({ message, issues }: AppError): void =>
      void outcome.failed.push({ ...named, message, ...(issues ? { issues } : {}) })
    const later: RecordWork['later'] = (after) =>
      tx.afterCommit(() =>
        after().catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          outcome.done -= 1
          failed(error)
        }),
      )
    if (excluded !== undefined && admitted !== true) {
      outcome.skipped.push({ ...named, reason: excluded })
      continue
    }
    try {
      const became = await tx.attempt(() => work({ record: row, later }))
      if (became !== 'done' && 'skipped' in became) outcome.skipped.push({ ...named, reason: became.skipped })
      else outcome.done += 1
      if (became !== 'done' && 'given' in became) outcome.given.push({ ...named, value: became.given })
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      failed(error)
    }
  }
  const found = new Set(rows.map((row) => row.id))
  for (const missing of (ids ?? []).filter((wanted) => !found.has(wanted)))
    outcome.failed.push({ id: missing, key: String(missing), message: 'This record is not there any more.' })
  return outcome
}

const tooMany = (): AppError =>
  new AppError('TOO_LARGE', {
    message: `At most ${mostRecords.toLocaleString('en-GB')} records are worked on at a time. Narrow the filter.`,
  })

const about = ({ fields }: Screen, caller: Caller) => ({ fields, ...calendarOf(caller), me: caller.email })

/** What an action would meet, before it runs. */
export interface Foreseen {
  readonly matched: number
  /** Records that its condition leaves out, and the condition in words. */
  readonly left_out: number
  readonly reason: string | null
}

/** Counts the records of an action, and those that its condition does not admit. */
export async function foreseen(
  { tx, screen, caller }: Pick<WriteContext, 'tx' | 'screen' | 'caller'>,
  { where, when }: Targets,
  { inPieces = false }: { readonly inPieces?: boolean } = {},
): Promise<Foreseen> {
  const admitted = when ? conditionSql(when, about(screen, caller)) : sql`true`
  const [row] = await tx.query<{ matched: number; admitted: number }>(sql`
    select count(*) as matched, count(*) filter (where ${admitted}) as admitted from ${id(screen.table!.name)} t where ${where}`)
  const { matched = 0, admitted: free = 0 } = row ?? {}
  if (matched > mostRecords && !inPieces) throw tooMany()
  return {
    matched,
    left_out: matched - free,
    reason: when ? `Only where ${conditionWords(when, screen.fields)}` : null,
  }
}

type LockedRow = Row & { readonly admitted?: boolean }

async function lockedRecords({ tx, screen, caller }: WriteContext, { where, when }: Targets): Promise<LockedRow[]> {
  const admitted = when ? sql`, ${conditionSql(when, about(screen, caller))} as admitted` : raw('')
  const rows = await tx.query<LockedRow>(sql`
    select ${selectList(screen.fields)}${admitted} from ${id(screen.table!.name)} t
     where ${where} order by t.id limit ${mostRecords + 1} for update`)
  if (rows.length > mostRecords) throw tooMany()
  return rows
}

/** The fields that name a record: its key, or its title where it has none. */
export const namingFields = ({ table, title }: Screen): readonly string[] =>
  table?.key.length ? table.key : title ? [title] : []

/** What a record is called in an answer: its key or title as far as the caller may see it, else its id. */
export function recordName(screen: Screen, caller: Caller, row: Row): string {
  const parts = namingFields(screen)
    .filter((name) => mayReadField(caller, screen, name))
    .map((name) => row[name])
    .filter((value) => value !== null && value !== undefined)
  return parts.length > 0 ? parts.map(String).join(' ') : String(row['id'])
}
