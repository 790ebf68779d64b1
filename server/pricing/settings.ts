import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** What holds where nobody says anything else. */
export interface PriceSettings {
  readonly formula_procedure: string | null
  readonly quote_procedure: string | null
  readonly currency: string
  readonly quote_days: number
  readonly least_margin: string | null
  readonly elasticity_months: number
  readonly elasticity_least: number
}

const standard: PriceSettings = {
  formula_procedure: null,
  quote_procedure: null,
  currency: 'EUR',
  quote_days: 30,
  least_margin: null,
  elasticity_months: 24,
  elasticity_least: 8,
}

/** The price settings of an organisation; of the application Pricing where both have some. */
export async function readSettings(tx: Tx, organizationId: number): Promise<PriceSettings> {
  const [row] = await tx.query<PriceSettings>(sql`
    select t.formula_procedure, t.quote_procedure, t.currency, t.quote_days, t.least_margin::text, t.elasticity_months, t.elasticity_least
      from pricing_config t where t.organization_id = ${organizationId} order by t.application_type = 'Pricing' desc limit 1`)
  return row ?? standard
}
