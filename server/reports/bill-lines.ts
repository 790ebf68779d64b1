import { AppError } from '../errors.ts'
import { sql, type Sql } from '../store/sql.ts'

/** What both looks at bills of materials read. */
export const billFieldsRead = {
  'bill-of-materials': [
    'bom',
    'material_number',
    'usage',
    'base_quantity',
    'base_uom',
    'status',
    'valid_from',
    'valid_to',
  ],
  'bom-component': ['bom', 'item_number', 'component', 'quantity', 'uom', 'scrap', 'fixed_quantity', 'phantom'],
  material: ['material_number', 'material_description', 'base_uom'],
} as const

/** Refuses criteria that name neither a bill nor a material; told at the first of them. */
export function demandOneOf(parameters: Readonly<Record<string, unknown>>, first: string, other: string): void {
  if (parameters[first] || parameters[other]) return
  throw new AppError('VALIDATION', {
    issues: [{ path: [first], code: 'required', message: 'Name a bill of materials or a material' }],
  })
}

/** Whether what has these two days holds on one; at any time for null. */
const holdsOn = (alias: 'b' | 'i', day: unknown): Sql => {
  if (day === null || day === undefined) return sql`true`
  return alias === 'b'
    ? sql`coalesce(b.valid_from, '-infinity') <= ${day}::date and coalesce(b.valid_to, 'infinity') >= ${day}::date`
    : sql`coalesce(i.valid_from, '-infinity') <= ${day}::date and coalesce(i.valid_to, 'infinity') >= ${day}::date`
}

/** The components of the active bills with what these make, as `line`. */
export const billLines = (
  organizationId: number,
  { on_date: day, usage }: Readonly<Record<string, unknown>>,
): Sql => sql`
  line as materialized (
    select b.bom, b.material_number as parent, b.base_quantity, b.base_uom as bill_uom, b.usage, b.alternative,
           i.item_number, i.component, i.quantity, i.uom, coalesce(i.scrap, 0) as scrap, coalesce(i.fixed_quantity, false) as fixed_quantity,
           coalesce(i.phantom, false) as phantom, i.valid_from, i.valid_to
      from bill_of_materials b join bom_component i on i.organization_id = b.organization_id and i.bom = b.bom
     where b.organization_id = ${organizationId} and b.status = 'active' and ${holdsOn('b', day)} and ${holdsOn('i', day)}
       and ${usage ? sql`b.usage = ${usage}::text` : sql`true`})`
