import { amount, type Amount } from '../domain/calculation/amount.ts'
import type { Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'
import { baseUnitsIn } from './unit-factor.ts'

/** A unit that something is priced in, and how many base units of the material it is. */
export interface PricedUnit {
  readonly uom: string
  readonly times: Amount
}

interface UnitRow {
  readonly material_number: string
  readonly uom: string | null
  readonly unit: string | null
  readonly times: string | null
}

const keyOf = (material: string, uom: string | null): string => `${material}\n${uom ?? ''}`

/** Units of materials, the base unit where none is named; undefined where nothing converts one into the base unit. */
export async function readUnits(
  tx: Tx,
  organizationId: number,
  wanted: readonly { readonly material: string; readonly uom: string | null }[],
): Promise<(material: string, uom: string | null) => PricedUnit | undefined> {
  const rows = await tx.query<UnitRow>(sql`
    select m.material_number, w.uom, coalesce(w.uom, m.base_uom) as unit,
           round(${baseUnitsIn(organizationId, { material: sql`m.material_number`, from: sql`w.uom`, to: sql`m.base_uom` })}, 12)::text as times
      from (select distinct x.material, x.uom from jsonb_to_recordset(${json(wanted)}) as x (material text, uom text)) w
      join material m on m.organization_id = ${organizationId} and m.material_number = w.material`)
  const units = new Map(
    rows.flatMap(({ material_number: material, uom, unit, times }) =>
      times === null ? [] : [[keyOf(material, uom), { uom: unit ?? '', times: amount(times) }] as const],
    ),
  )
  return (material, uom) => units.get(keyOf(material, uom))
}
