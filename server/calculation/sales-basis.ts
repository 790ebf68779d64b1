import { id, sql, type Sql } from '../store/sql.ts'

export type BasisPart = 'amount' | 'quantity' | 'cost'

/** The field of a line that a part comes from, and what it is multiplied by, as exact text. */
interface MappedPart {
  readonly field: string
  readonly factor: string
}

/** What counts by a sales basis, as it is kept: of which lines, which value or measure, and how it is rounded. */
export interface SalesBasisTerm {
  readonly sales_basis: string
  readonly amount: 'gross' | 'net' | 'margin' | 'quantity' | 'weight'
  /** The unit of quantities and weights; that of the rule without. */
  readonly uom?: string | null
  readonly returns: 'reduce' | 'ignore' | 'only'
  readonly credit_memos?: 'reduce' | 'ignore' | null
  readonly deduct_discounts?: boolean | null
  /** Decimals of what a line counts; not rounded without. */
  readonly rounding?: number | null
  /** The parts that are mapped to fields of the line; the others come from where the calculation takes them. */
  readonly parts?: Readonly<Partial<Record<BasisPart, MappedPart>>> | null
}

/** The parts that what counts is made of. */
export const partsOf: Readonly<Record<SalesBasisTerm['amount'], readonly BasisPart[]>> = {
  gross: ['amount'],
  net: ['amount'],
  margin: ['amount', 'cost'],
  quantity: ['quantity'],
  weight: ['quantity'],
}

/** The fields of a sales basis that say what counts. */
export const countingFields = ['amount', 'uom', 'deduct_discounts', 'rounding', 'returns', 'credit_memos'] as const

/** The sales bases that the rules of the contract `t` name; looked up only where some rule counts by one. */
export const salesBasesSql: Sql = sql`
  case when t.rules @> '[{"benefit_basis": "sales_basis"}]' or t.rules @> '[{"qualifier_basis": "sales_basis"}]' then (
    select jsonb_agg(jsonb_build_object('sales_basis', b.sales_basis, 'amount', b.amount, 'uom', b.uom, 'deduct_discounts', b.deduct_discounts,
             'rounding', b.rounding, 'returns', b.returns, 'credit_memos', b.credit_memos, 'parts', (
               select jsonb_object_agg(p.basis_part, jsonb_build_object('field', p.source_field, 'factor', coalesce(p.factor, 1)::text))
                 from sales_data_map p where p.organization_id = b.organization_id and p.sales_basis = b.sales_basis and p.status = 'active')))
      from sales_basis b
     where b.organization_id = t.organization_id and b.sales_basis in (select x ->> 'sales_basis' from jsonb_array_elements(t.rules) x)) end`

/** The parts of a basis that it has, and that are mapped. */
const mappedOf = ({ amount, parts }: SalesBasisTerm) => partsOf[amount].flatMap((part) => parts?.[part] ?? [])

/** The columns of lines that sales bases read beside those that every calculation does. */
export function columnsOfBases(bases: readonly SalesBasisTerm[]): string[] {
  const narrows = bases.some(({ returns, credit_memos: memos }) => returns !== 'reduce' || memos === 'ignore')
  return [
    ...(narrows ? ['transaction_type'] : []),
    ...(bases.some(({ deduct_discounts: less }) => less) ? ['discount_value'] : []),
    ...bases.flatMap(mappedOf).map(({ field }) => field),
  ]
}

/** A part of a basis as it is mapped, of the line `l`; null where it is not. */
export function mappedSql({ parts }: SalesBasisTerm, part: BasisPart): Sql | null {
  const mapped = parts?.[part]
  return mapped ? sql`(${id('l', mapped.field)} * ${mapped.factor}::numeric)` : null
}

/** Whether the line `l` counts for a sales basis; null where all do. A line that says nothing of its type is a sale. */
export function isCountedSql({ returns, credit_memos: memos }: SalesBasisTerm): Sql | null {
  if (returns === 'only') return sql`coalesce(l.transaction_type = 'Return', false)`
  const left = [...(returns === 'ignore' ? ['Return'] : []), ...(memos === 'ignore' ? ['Credit'] : [])]
  return left.length > 0 ? sql`coalesce(l.transaction_type, '') <> all(${left}::text[])` : null
}

/** A value of the line `l` as a sales basis counts it: nothing of a line that is left out, whatever is missing there. */
export function narrowedSql(basis: SalesBasisTerm, value: Sql): Sql {
  const counted = isCountedSql(basis)
  return counted ? sql`case when ${counted} then ${value} else 0 end` : value
}
