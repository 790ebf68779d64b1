import { amountsSql, linesFromSql, sourcesSql, type Calculation } from '../calculation/amounts-sql.ts'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms, type PostingKind } from '../calculation/terms.ts'
import { AppError } from '../errors.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import { calculationReads } from './calculation-reads.ts'
import type { Report, ReportContext } from './report.ts'
import { soldUntil } from './sold-until.ts'

type Parameters = Readonly<Record<string, unknown>>

const given = (parameters: Parameters, names: readonly string[], alias: Sql): Sql[] =>
  names.flatMap((name) => (parameters[name] ? [sql`${alias} = ${parameters[name]}::text`] : []))

const invalid = (path: string, message: string) =>
  new AppError('VALIDATION', { issues: [{ path: [path], code: 'invalid', message }] })

/** The calculation of the contract whose amount is asked about; VALIDATION when it has no such version or rule. */
async function calculationOf(
  parameters: Parameters,
  { organizationId, read, screens }: ReportContext,
): Promise<Calculation> {
  const { contract_version: version, sold_until: day } = parameters
  const where = sql`t.organization_id = ${organizationId} and t.contract_number = ${parameters['contract_number']}::text`
  const [contract] = await read((tx) =>
    version
      ? readTerms(tx, sql`${where} and t.version = ${version}::int`, { limit: 1, from: 'contract_version' })
      : readTerms(tx, where, { limit: 1 }),
  )
  if (!contract && version) throw invalid('contract_version', 'The contract has no such version')
  if (!contract?.rules.some((rule) => rule.rule_no === parameters['rule_no']))
    throw invalid('rule_no', 'The contract has no such rule')
  const [from, to] = [String(parameters['period_from']), String(parameters['period_to'])]
  return {
    around: await read((tx) => readSurroundings(tx, organizationId, screens)),
    contracts: [day ? soldUntil(contract, String(day)) : contract],
    window: { from, to },
    kind: parameters['kind'] as PostingKind,
  }
}

/**
 * The sales lines behind one amount of a calculation, each with its part of the tier value, of the basis and of the amount: of all payees
 * or of one, whose parts add up to what that one gets.
 */
export const calculationSource: Report = {
  reads: calculationReads,
  source: async (parameters, context) => linesFromSql(await calculationOf(parameters, context)),
  statement: async (parameters, context) => {
    const calculation = await calculationOf(parameters, context)
    const { from, to } = calculation.window
    const same = [
      sql`a.rule_no = ${parameters['rule_no']}::int`,
      ...given(parameters, ['payee'], sql`a.payee`),
      ...given(parameters, ['document'], sql`a.document`),
      ...given(parameters, ['customer_number'], sql`a.customer_number`),
      ...given(parameters, ['material_number'], sql`a.material_number`),
    ]
    const those = [
      sql`s.rule_no = ${parameters['rule_no']}::int`,
      ...given(parameters, ['document'], sql`s.billing_doc_number`),
      ...given(parameters, ['customer_number'], sql`s.customer_number`),
      ...given(parameters, ['material_number'], sql`s.material_number`),
    ]
    // Each part is what the lines up to it come to less what those before did, so that the parts add up exactly. Where the basis of all is
    // nothing, as behind a least amount of what was all taken back, each line has as much.
    return sql`
      select s.billing_doc_number, s.billing_doc_line, s.billing_date, s.customer_number, s.material_number, s.quantity, s.uom,
             s.qualifier, s.benefit, s.contract_currency as currency,
             case when s.qualifier is null or s.benefit is null then 'No rate of exchange, cost or unit factor'
                  else s.left_out end as error,
             round(whole.amount * s.reached / s.total, 4) - round(whole.amount * (s.reached - s.weight) / s.total, 4) as amount
        from (
          select s.*, sum(s.weight) over () as total,
                 sum(s.weight) over (order by s.billing_date, s.billing_doc_number, s.billing_doc_line, s.id) as reached
            from (select s.*, case when sum(s.benefit) over () = 0 then case when s.benefit is not null then 1 end else s.benefit end as weight
            from (${sourcesSql(calculation)}) s where ${join([sql`s.billing_date between ${from}::date and ${to}::date`, ...those], ' and ')}) s) s
       cross join (select coalesce(sum(a.amount), 0) as amount from (${amountsSql(calculation)}) a
                    where ${join([sql`a.period_from <= ${to}::date and a.period_to >= ${from}::date`, ...same], ' and ')}) whole`
  },
}
