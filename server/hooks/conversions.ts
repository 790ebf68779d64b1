import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

const invalid = (name: string, message: string): Issue[] => [{ path: [name], code: 'invalid', message }]

const ownUnit = (material: string, unit: string): string =>
  `${unit} is the base unit of ${material}: one of it is one of it`

async function isBaseUnit({ tx, caller }: HookContext, material: unknown, unit: unknown): Promise<boolean> {
  if (typeof material !== 'string' || typeof unit !== 'string') return false
  const [found] = await tx.query(sql`
    select from material m where m.organization_id = ${caller.organizationId} and m.material_number = ${material} and m.base_uom = ${unit}`)
  return found !== undefined
}

/** What quantities are converted by: the base unit of a material may stand among its units, with a factor of one. */
export const conversionHooks: Record<'material-uom', RecordHooks> = {
  'material-uom': {
    beforeWrite: async (context, values, current) => {
      const record: Record<string, unknown> = { ...current, ...values }
      const { material_number: material, uom, numerator, denominator } = record
      if (Number(numerator) === Number(denominator) || !(await isBaseUnit(context, material, uom))) return []
      return invalid('numerator', ownUnit(String(material), String(uom)))
    },
    afterImport: async ({ tx, caller }, uploadId) => {
      const rows = await tx.query<{ material: string; unit: string }>(sql`
      select t.material_number as material, t.uom as unit from material_uom t
        join material m on m.organization_id = t.organization_id and m.material_number = t.material_number and m.base_uom = t.uom
       where t.organization_id = ${caller.organizationId} and t.upload_id = ${uploadId} and t.numerator <> t.denominator limit 1`)
      const [found] = rows
      if (!found) return
      const message = ownUnit(found.material, found.unit)
      throw new AppError('VALIDATION', { message, issues: invalid('numerator', message) })
    },
  },
}
