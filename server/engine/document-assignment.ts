import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Database, Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { Versioned } from './versioned.ts'

/** What an organisation has assigned to a kind of document, as far as the product obeys it. */
export interface Assignment {
  readonly document_type: string
  readonly application_type: string
  readonly suppress_online_run: boolean | null
  readonly maximum_on_demand_lines: number | null
  readonly maximum_calculation_lines: number | null
  readonly save_master_data_history: boolean | null
  readonly message_log_display_days: number | null
  readonly multiple_values_allowed: boolean | null
  readonly calculation_performance_improvement?: boolean | null
  readonly calculation_parallel_run?: number | null
  readonly posting_parallel_run?: number | null
  readonly formula_category?: string | null
  readonly external_formula_category?: string | null
  readonly reporting_category?: string | null
  readonly enable_accrual_post_with_pending_changes?: boolean | null
  readonly enable_payment_post_with_pending_changes?: boolean | null
}

const every = '*'

/** How exactly a line names a document in an application; null where it names another. */
function exactness({ document_type, application_type }: Assignment, document: string, application: string | null) {
  if (document_type !== document && document_type !== every) return null
  if (application_type !== application && application_type !== every) return null
  return (document_type === every ? 0 : 2) + (application_type === every ? 0 : 1)
}

/** The most exact of the lines that mean a document, as a whole; the document goes before the application. Pure. */
export function assignmentFor(
  lines: readonly Assignment[],
  document: string,
  application: string | null,
): Assignment | null {
  const meant = lines.flatMap((line) => {
    const exact = exactness(line, document, application)
    return exact === null ? [] : [{ line, exact }]
  })
  return meant.toSorted((a, b) => b.exact - a.exact)[0]?.line ?? null
}

/** Every line of an organisation, as a transaction sees them. */
export const readLines = (tx: Tx, organizationId: number): Promise<Assignment[]> =>
  tx.query<Assignment>(sql`
    select document_type, application_type, suppress_online_run, maximum_on_demand_lines, maximum_calculation_lines,
           save_master_data_history, message_log_display_days, multiple_values_allowed,
           calculation_performance_improvement, calculation_parallel_run, posting_parallel_run,
           formula_category, external_formula_category, reporting_category,
           enable_accrual_post_with_pending_changes, enable_payment_post_with_pending_changes
      from document_assignment_config where organization_id = ${organizationId}`)

const instances = new WeakMap<Database, Versioned<readonly Assignment[]>>()

/** Every line of the caller's organisation. */
export function assignmentsOf(db: Database, caller: Pick<Caller, 'organizationId' | 'userId'>) {
  const known = instances.get(db) ?? new Versioned<readonly Assignment[]>(db, readLines)
  instances.set(db, known)
  return known.of(caller)
}

// Who may do what, where money goes, and how the product works: whoever could silence these would leave no trace of doing it.
const guarded = /^(administration|platform|finance)\./

/** Whether a screen keeps its history whatever is assigned to it: accounts and rights, bank accounts and what else finance decides, configuration. */
export const alwaysKeepsHistory = ({ area, access }: Pick<Screen, 'area' | 'access'>): boolean =>
  area === 'configuration' || [access.create, access.update, access.delete].some((right) => guarded.test(right))

const withoutHistory = new WeakMap<Screen, Screen>()

/**
 * The screen without history where the organisation saves none of its records. What needs approval keeps its history all the same: four
 * eyes are told apart, and approvals found, by nothing else. So does what always keeps it.
 */
export function asAssigned(screen: Screen, assignment: Assignment | null): Screen {
  if (!screen.table?.history || screen.approval || assignment?.save_master_data_history !== false) return screen
  if (alwaysKeepsHistory(screen)) return screen
  const known = withoutHistory.get(screen) ?? { ...screen, table: { ...screen.table, history: false } }
  withoutHistory.set(screen, known)
  return known
}

/** For how many days the message logs of screens are listed, of those that have a bound. */
export async function displayDays(
  { db, screens }: { readonly db: Database; readonly screens: readonly Screen[] },
  caller: Caller,
): Promise<{ readonly screen: string; readonly days: number }[]> {
  if (!screens.some(({ name }) => name === 'document-assignment-config')) return []
  const lines = await assignmentsOf(db, caller)
  if (lines.every(({ message_log_display_days: days }) => days === null)) return []
  return screens.flatMap(({ name }) => {
    const days = assignmentFor(lines, name, caller.application ?? null)?.message_log_display_days
    return typeof days === 'number' ? [{ screen: name, days }] : []
  })
}
