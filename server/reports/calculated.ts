import { amountsSql, type Calculation } from '../calculation/amounts-sql.ts'
import { sql, type Sql } from '../store/sql.ts'
import { calculationAsked } from './calculation-asked.ts'
import type { ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

/** The name behind the number of a customer, supplier or employee, as far as the caller may read them; the number itself otherwise. */
export function partnerName(number: Sql, { organizationId, mayRead }: ReportContext): Sql {
  const names = [
    ...(mayRead('customer', 'customer_name')
      ? [
          sql`(select m.customer_name from customer m where m.organization_id = ${organizationId} and m.customer_number = ${number})`,
        ]
      : []),
    ...(mayRead('supplier', 'supplier_name')
      ? [
          sql`(select m.supplier_name from supplier m where m.organization_id = ${organizationId} and m.supplier_number = ${number})`,
        ]
      : []),
    ...(mayRead('employee', 'full_name')
      ? [
          sql`(select m.full_name from employee m where m.organization_id = ${organizationId} and m.employee_number = ${number})`,
        ]
      : []),
  ]
  return names.reduceRight<Sql>((rest, name) => sql`coalesce(${name}, ${rest})`, number)
}

/** Whether an amount `a` is the first of those that payees share, which counts what they share once. */
export const isFirstPayee = sql`row_number() over (
  partition by a.contract_number, a.rule_no, a.period_from, a.document, a.customer_number, a.material_number order by a.payee) = 1`

// What a formula gives is a value. What is paid by the unit, or as a difference of prices, is paid on units whatever it names; a sales basis may count units.
const isByUnits = sql`(
  r.rule ->> 'rate_type' <> 'formula' and (
    r.rule ->> 'rate_type' in ('amount_per_unit', 'price_difference') or r.rule ->> 'benefit_basis' in ('quantity', 'weight', 'volume')
    or r.rule ->> 'benefit_basis' = 'sales_basis' and exists (
      select from sales_basis b
       where b.organization_id = c.organization_id and b.sales_basis = r.rule ->> 'sales_basis' and b.amount in ('quantity', 'weight'))))`

/**
 * The amounts that criteria ask for with what stands on the contract: contract_header, application_type, contract_type, partner_number,
 * contract_status. `basis` is the benefit where it is a value, not a quantity, a weight or a volume; `share` is 1 on one row of those that payees share, so
 * that basis and lines are added up once.
 */
export async function calculatedRows(
  parameters: Parameters,
  context: ReportContext,
): Promise<{ readonly rows: Sql; readonly calculation: Calculation }> {
  const calculation = await calculationAsked(parameters, context)
  const rows = sql`
    select a.*, c.contract_header, c.application_type, c.contract_type, c.partner_number, c.contract_status,
           case when not ${isByUnits} then a.benefit end as basis,
           case when ${isFirstPayee} then 1 else 0 end as share
      from (${amountsSql(calculation)}) a
      join contract c on c.organization_id = ${context.organizationId} and c.contract_number = a.contract_number
      left join lateral (
        select x.rule from jsonb_array_elements(c.rules) x(rule) where (x.rule ->> 'rule_no')::int = a.rule_no limit 1) r on true`
  return { rows, calculation }
}

/** The same rows for those who need not know by what calculation they came about. */
export const calculatedSql = async (parameters: Parameters, context: ReportContext): Promise<Sql> =>
  (await calculatedRows(parameters, context)).rows

/** What calculated reports read of contracts, beside what the calculation works with. */
export const headerRead: readonly string[] = ['application_type', 'contract_type', 'contract_status']
