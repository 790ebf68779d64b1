import { join, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** What integrations brought held against the records: counts and sums by file, as they were last looked at. */
export const integrationReconciliation: Report = {
  reads: {},
  statement: (parameters, { organizationId }) => {
    const { integration, reconciled_from: from, reconciled_to: to, outcome } = parameters
    const conditions = [
      sql`c.organization_id = ${organizationId}`,
      ...(typeof integration === 'string' ? [sql`c.integration = ${integration}`] : []),
      ...(typeof from === 'string' ? [sql`c.at >= ${from}::date`] : []),
      ...(typeof to === 'string' ? [sql`c.at < ${to}::date + 1`] : []),
      ...(outcome === 'agrees' || outcome === 'differs' ? [sql`c.reconciled = ${outcome === 'agrees'}`] : []),
    ]
    return sql`
      select c.run_id as run, c.integration, c.file_name, c.target, case when c.reconciled then 'agrees' else 'differs' end as outcome,
             c.source_lines, c.left_out, c.rejected, c.source_count, c.target_count, c.different, c.control_field, c.source_sum, c.target_sum,
             c.source_sum - coalesce(c.target_sum, 0) as sum_difference, c.at
        from integration_reconciliation c where ${join(conditions, ' and ')}`
  },
}
