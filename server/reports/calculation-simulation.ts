import { amountsSql } from '../calculation/amounts-sql.ts'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms, type ContractTerms, type PostingKind } from '../calculation/terms.ts'
import { AppError } from '../errors.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'
import { calculationReads } from './calculation-reads.ts'

type Parameters = Readonly<Record<string, unknown>>

const mostContracts = 500

function contractsWanted(parameters: Parameters, organizationId: number): Sql {
  const {
    contract_number: number,
    partner_number: partner,
    application_type: type,
    contract_status: status,
  } = parameters
  return join(
    [
      sql`t.organization_id = ${organizationId}`,
      sql`t.valid_from <= ${parameters['period_to']}::date`,
      sql`t.valid_to >= ${parameters['period_from']}::date`,
      ...(number ? [sql`t.contract_number = ${number}::text`] : []),
      ...(partner ? [sql`t.partner_number = ${partner}::text`] : []),
      ...(type ? [sql`t.application_type = ${type}::text`] : []),
      // A contract asked for by name is shown whatever its status.
      ...(status && !number ? [sql`t.contract_status = ${status}::text`] : []),
    ],
    ' and ',
  )
}

async function contractsOf(parameters: Parameters, { organizationId, read }: ReportContext): Promise<ContractTerms[]> {
  const where = contractsWanted(parameters, organizationId)
  const contracts = await read((tx) => readTerms(tx, where, { limit: mostContracts + 1 }))
  if (contracts.length > mostContracts)
    throw new AppError('TOO_LARGE', {
      message: `At most ${mostContracts} contracts are calculated at a time. Narrow the criteria.`,
    })
  return contracts
}

/** What contracts owe for the periods asked for, as a commit would post it; nothing is written. */
export const calculationSimulation: Report = {
  reads: calculationReads,
  statement: async (parameters, context) => {
    const contracts = await contractsOf(parameters, context)
    if (contracts.length === 0) return nothing
    const window = { from: String(parameters['period_from']), to: String(parameters['period_to']) }
    const kind = parameters['kind'] as PostingKind
    const around = await context.read((tx) => readSurroundings(tx, context.organizationId, context.screens))
    return named(amountsSql({ around, contracts, window, kind }), context)
  },
}

const nothing = sql`
  select null::text as contract_number, null::text as contract_description, null::int as rule_no, null::text as payee, null::text as payee_name,
         null::text as period, null::date as period_from, null::date as period_to, null::text as document, null::text as customer_number,
         null::text as material_number, 0::bigint as lines, null::numeric as qualifier, null::numeric as benefit, null::int as tier,
         null::numeric as rate, null::numeric as amount, null::text as currency, null::text as error, null::text as explanation, null::boolean as is_due
   where false`

/** The period as people write it: 2026-03, 2026-Q1, 2026, or its days. */
const periodName = sql`
  case when a.period_from = a.period_to then a.period_from::text
       when date_trunc('month', a.period_from) = date_trunc('month', a.period_to) then to_char(a.period_from, 'YYYY-MM')
       when date_trunc('quarter', a.period_from) = date_trunc('quarter', a.period_to) then to_char(a.period_from, 'YYYY-"Q"Q')
       when date_trunc('year', a.period_from) = date_trunc('year', a.period_to) then to_char(a.period_from, 'YYYY')
       else concat(a.period_from, ' – ', a.period_to) end`

function named(amounts: Sql, { organizationId, mayRead }: ReportContext): Sql {
  const name = mayRead('customer', 'customer_name')
    ? sql`(select m.customer_name from customer m where m.organization_id = ${organizationId} and m.customer_number = a.payee)`
    : sql`null::text`
  return sql`
    select a.contract_number, c.contract_header as contract_description, a.rule_no, a.payee, ${name} as payee_name, ${periodName} as period,
           a.period_from, a.period_to, a.document, a.customer_number, a.material_number, a.lines, a.qualifier, a.benefit, a.tier, a.rate,
           a.amount, a.currency,
           case when a.faulty > 0 then concat(a.faulty, case a.faulty when 1 then ' line' else ' lines' end,
             ' without a rate of exchange, a cost or a unit factor') end as error,
           a.explanation, a.is_due
      from (${amounts}) a join contract c on c.organization_id = ${organizationId} and c.contract_number = a.contract_number`
}
