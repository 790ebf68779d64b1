import type { Screen } from '#src/definition'
import type { Query } from '#src/definition/query/query.ts'
import type { Report } from '../../reports/report.ts'
import { outputColumns } from './query-columns.ts'
import { queryScope } from './query-scope.ts'
import { querySql } from './query-sql.ts'

/** The report of a result that somebody built of records: one statement, from the definitions and the values that were given. */
export function queryReport(query: Query, screens: readonly Screen[]): Report {
  const scope = queryScope(query, screens)
  const columns = outputColumns(query, scope)
  return {
    reads: scope.reads,
    statement: (parameters, { organizationId, andSeen, calendar }) =>
      querySql({ query, scope, columns }, parameters, { organizationId, andSeen, calendar }),
  }
}
