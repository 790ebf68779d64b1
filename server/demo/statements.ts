import type { Screen } from '#src/definition'
import { buildStatement } from '../claims/statement.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { insertRows } from './insert-rows.ts'
import type { DemoMasters, Row } from './masters.ts'

/** Statements to a distributor and some customers, worked out from what was posted: the last thing, so that a draft says what it will be issued with. */
export async function loadStatements(
  tx: Tx,
  screens: readonly Screen[],
  masters: DemoMasters,
  distributor: Row,
  { organizationId, userId }: { organizationId: number; userId: number },
): Promise<void> {
  const partners = [distributor, ...masters.customers.slice(1, 6)]
  const rows = partners.map((partner, at): Row => ({
    statement_number: `PS-${String(at + 1).padStart(6, '0')}`,
    partner_type: 'customer',
    partner_customer: partner['customer_number'],
    partner_number: partner['customer_number'],
    partner_name: partner['customer_name'],
    period_from: at % 2 === 0 ? '2026-01-01' : '2026-07-01',
    period_to: '2026-10-31',
    currency: 'EUR',
    status: 'draft',
    message: at === 0 ? 'Thank you for the good cooperation. Tell us within 30 days where you see it otherwise.' : null,
  }))
  const screen = screens.find(({ name }) => name === 'partner-statement')
  if (!screen) return
  await insertRows(tx, screen, organizationId, userId, rows)
  for (const row of rows) {
    const figures = await buildStatement(tx, {
      organizationId,
      userId,
      statement: String(row['statement_number']),
      partner: String(row['partner_number']),
      from: String(row['period_from']),
      to: String(row['period_to']),
      currency: 'EUR',
    })
    await tx.query(sql`
      update partner_statement t
         set opening = ${figures.opening}::numeric, accrued = ${figures.accrued}::numeric, adjustments = ${figures.adjustments}::numeric, paid = ${figures.paid}::numeric,
             claims = ${figures.claims}::numeric, closing = ${figures.closing}::numeric, open_claims = ${figures.open_claims}::numeric
       where t.organization_id = ${organizationId} and t.statement_number = ${String(row['statement_number'])}`)
  }
}
