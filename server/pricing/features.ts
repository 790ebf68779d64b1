import { amount, zero, type Amount } from '../domain/calculation/amount.ts'
import { featurePrice, type FeaturePrice } from '../domain/pricing/feature-price.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Conversion } from './rates.ts'

/** A feature of a material with what it is worth, as it is kept. */
export interface FeatureRow {
  readonly material_number: string
  readonly feature: string
  readonly feature_name: string
  readonly feature_value: string
  readonly adjustment_type: 'amount' | 'percent'
  readonly adjustment: string
  readonly currency: string
}

/** The features that hold on a day, by material; those a product only could have where they are asked for. */
export async function readFeatures(
  tx: Tx,
  organizationId: number,
  wanted: { readonly materials: readonly string[]; readonly day: string; readonly withOptions: boolean },
): Promise<ReadonlyMap<string, readonly FeatureRow[]>> {
  const rows = await tx.query<FeatureRow>(sql`
    select t.material_number, t.feature, coalesce(f.feature_name, t.feature) as feature_name, t.feature_value, t.adjustment_type,
           t.adjustment::text, t.currency
      from product_feature_price t
      left join product_feature f on f.organization_id = t.organization_id and f.feature = t.feature
     where t.organization_id = ${organizationId} and t.material_number = any(${[...wanted.materials]}::text[])
       and t.valid_from <= ${wanted.day}::date and coalesce(t.valid_to, 'infinity') >= ${wanted.day}::date
       and (t.included or ${wanted.withOptions}) and coalesce(f.status, 'active') = 'active'
     order by t.material_number, t.feature, t.feature_value`)
  const found = new Map<string, FeatureRow[]>()
  for (const row of rows) found.set(row.material_number, [...(found.get(row.material_number) ?? []), row])
  return found
}

/** What the features of a material add to a base price; null where an amount has no rate into its currency. */
export function pricedFeatures(
  base: Amount,
  features: readonly FeatureRow[],
  convert: Conversion,
  decimals: number,
): FeaturePrice | null {
  const values = features.map(({ adjustment_type: kind, adjustment, currency }) => ({
    kind,
    value: kind === 'percent' ? amount(adjustment) : convert(adjustment, currency),
  }))
  if (values.some(({ value }) => value === null)) return null
  return featurePrice(
    base,
    values.map(({ kind, value }) => ({ kind, value: value ?? zero })),
    decimals,
  )
}
