import type { Screen } from '#src/definition'
import type { ApprovalStatus } from '#src/definition/approval.ts'
import type { Caller } from '../authorize.ts'
import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import type { Sql } from '../store/sql.ts'
import type { Row } from './page.ts'
import type { WriteContext } from './write-check.ts'

export interface HookContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly screen: Screen
}

/** A question to whoever saves, and what it stands on. */
export interface Doubt {
  readonly message: string
  readonly details: unknown
}

/** What speaks against a line of a file, at the cell of a field; `brief` says it of any line, where too many have words of their own. */
export interface ImportFault {
  readonly rowno: number
  readonly field: string
  readonly message: string
  readonly brief: string
}

/** Behaviour of a screen's records beyond its definition; registered by name in server/hooks. */
export interface RecordHooks {
  /** May change `values` and answers further issues; `current` is null at creation. */
  readonly beforeWrite?: (
    context: HookContext,
    values: Record<string, unknown>,
    current: Row | null,
  ) => Promise<readonly Issue[]>
  /** Throws to refuse that somebody begins to edit what its state, or that of what it belongs to, keeps from being changed; what the definition's `editable` tells is not repeated. */
  readonly beforeEdit?: (context: HookContext, record: Row) => Promise<void>
  /** What speaks against saving although nothing is wrong; asked only where somebody is there to answer. */
  readonly doubts?: (
    context: HookContext,
    values: Readonly<Record<string, unknown>>,
    current: Row | null,
  ) => Promise<Doubt | null>
  /** What is to be known about a record that was saved, by name. */
  readonly remarks?: (context: HookContext, record: Row) => Promise<Readonly<Record<string, string>>>
  /** Told once an approval has moved the record, within its transaction; throws to take the move back. */
  readonly afterDecision?: (context: WriteContext, record: Row, status: ApprovalStatus) => Promise<void>
  /** Parameters of the list that are no field: what they ask of the row `t`. */
  readonly filters?: Readonly<Record<string, (value: string, caller: Caller) => Sql | null>>
  readonly afterWrite?: (context: HookContext, record: Row, current: Row | null) => Promise<void>
  /** What of a file that is checked contradicts what is stored, or itself; `linesOf` selects the number (rowno) of each line, what it says in these fields, nothing for those that the file does not have, and the id of the record it would change (changed_id). With it lines do not pass `beforeWrite` and `afterWrite` one by one. */
  readonly importFaults?: (
    context: HookContext,
    linesOf: (fields: readonly string[]) => Sql,
  ) => Promise<readonly ImportFault[]>
  /** Fields in which a record that was approved keeps what is in force while a change of it waits, and the fields these are of. */
  readonly heldWhenChanged?: Readonly<Record<string, string>>
  /** What a new record gets in fields that a file does not have, by name: SQL over the values `v_<field>` of its line `r`. */
  readonly givenWhenImported?: Readonly<Record<string, (organizationId: number) => string>>
  /** What follows once an import has written or taken back its lines (upload_id), all at once: with it they do not pass `beforeWrite` and `afterWrite` one by one. May answer what is to be said of it. */
  readonly afterImport?: (context: HookContext, uploadId: number) => Promise<readonly string[] | void>
  /** What else is lost with records that are deleted, in sentences, for whoever is asked to confirm it. */
  readonly losses?: (context: HookContext, records: readonly Row[]) => Promise<readonly string[]>
  /** Throws to refuse. */
  readonly beforeDelete?: (context: HookContext, records: readonly Row[]) => Promise<void>
  /** What follows once records are gone, with what they were, within the same transaction. */
  readonly afterDelete?: (context: HookContext, records: readonly Row[]) => Promise<void>
}
