import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

const invalid = (name: string, message: string): Issue[] => [{ path: [name], code: 'invalid', message }]

/** Refuses an import with the first of its records that cannot be; what it wrote is taken back. */
function refuseImport(name: string, [found]: readonly { readonly message: string }[]): void {
  if (found) throw new AppError('VALIDATION', { message: found.message, issues: invalid(name, found.message) })
}

const ownRate = (code: string): string => `A currency has no rate against itself: ${code} to ${code}`

/** Between a currency and itself nothing is converted. */
const currencyRate: RecordHooks = {
  beforeWrite: (_context, values, current) => {
    const { from_currency: from, to_currency: to } = { ...current, ...values } as Record<string, unknown>
    return Promise.resolve(typeof from === 'string' && from === to ? invalid('to_currency', ownRate(from)) : [])
  },
  afterImport: async ({ tx, caller }, uploadId) => {
    const rows = await tx.query<{ code: string }>(sql`
      select t.from_currency as code from currency_rate t
       where t.organization_id = ${caller.organizationId} and t.upload_id = ${uploadId} and t.from_currency = t.to_currency limit 1`)
    refuseImport(
      'to_currency',
      rows.map(({ code }) => ({ message: ownRate(code) })),
    )
  },
}

const ownUnit = (material: string, unit: string): string =>
  `${unit} is the base unit of ${material}: one of it is one of it`

async function isBaseUnit({ tx, caller }: HookContext, material: unknown, unit: unknown): Promise<boolean> {
  if (typeof material !== 'string' || typeof unit !== 'string') return false
  const [found] = await tx.query(sql`
    select from material m where m.organization_id = ${caller.organizationId} and m.material_number = ${material} and m.base_uom = ${unit}`)
  return found !== undefined
}

/** The base unit of a material may stand among its units, with a factor of one. */
const materialUom: RecordHooks = {
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
    refuseImport(
      'numerator',
      rows.map(({ material, unit }) => ({ message: ownUnit(material, unit) })),
    )
  },
}

/** What quantities and amounts are converted by. */
export const conversionHooks: Record<'currency-rate' | 'material-uom', RecordHooks> = {
  'currency-rate': currencyRate,
  'material-uom': materialUom,
}
