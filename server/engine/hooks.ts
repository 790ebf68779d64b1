import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import type { Row } from './page.ts'

export interface HookContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly screen: Screen
}

/** Behaviour of a screen's records beyond its definition; registered by name in server/hooks. */
export interface RecordHooks {
  /** May change `values` and answers further issues; `current` is null at creation. */
  readonly beforeWrite?: (
    context: HookContext,
    values: Record<string, unknown>,
    current: Row | null,
  ) => Promise<readonly Issue[]>
  readonly afterWrite?: (context: HookContext, record: Row, current: Row | null) => Promise<void>
  /** Throws to refuse. */
  readonly beforeDelete?: (context: HookContext, records: readonly Row[]) => Promise<void>
}
