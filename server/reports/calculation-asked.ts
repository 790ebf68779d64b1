import { linesFromSql, type Calculation } from '../calculation/amounts-sql.ts'
import { readSurroundings } from '../calculation/surroundings.ts'
import { readTerms, type PostingKind } from '../calculation/terms.ts'
import { AppError } from '../errors.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import type { ReportContext } from './report.ts'
import { soldUntil } from './sold-until.ts'

type Parameters = Readonly<Record<string, unknown>>

const mostContracts = 500

// What a contract that has expired still owes is owed none the less.
const statesOf = (asked: unknown): unknown[] => (asked === 'in_force' ? ['Active', 'Expired'] : [asked])

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
      ...(status && !number ? [sql`t.contract_status = any(${statesOf(status)}::text[])`] : []),
    ],
    ' and ',
  )
}

/** The calculation that criteria ask for; TOO_LARGE beyond five hundred contracts. */
export function calculationAsked(
  parameters: Parameters,
  { organizationId, read, screens }: ReportContext,
): Promise<Calculation> {
  return read(async (tx) => {
    const where = contractsWanted(parameters, organizationId)
    const version = parameters['contract_version'] as number | null | undefined
    const contracts = version
      ? await readTerms(tx, sql`${where} and t.version = ${version}`, {
          limit: mostContracts + 1,
          from: 'contract_version',
        })
      : await readTerms(tx, where, { limit: mostContracts + 1 })
    if (contracts.length > mostContracts)
      throw new AppError('TOO_LARGE', {
        message: `At most ${mostContracts} contracts are calculated at a time. Narrow the criteria.`,
      })
    const day = parameters['sold_until']
    return {
      around: await readSurroundings(tx, organizationId, screens),
      contracts: day ? contracts.map((contract) => soldUntil(contract, String(day))) : contracts,
      window: { from: String(parameters['period_from']), to: String(parameters['period_to']) },
      kind: parameters['kind'] as PostingKind,
    }
  })
}

/** The sales lines that the calculation criteria ask for would read, each once for every contract that speaks of it. */
export const calculationLines = async (parameters: Parameters, context: ReportContext): Promise<Sql> =>
  linesFromSql(await calculationAsked(parameters, context))
