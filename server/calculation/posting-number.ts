import { sql, type Sql } from '../store/sql.ts'

/** The number of a contract's next posting but `place` - 1: the contract's own and a running one. To be used while the contract is locked; no posting is ever deleted. */
export const postingNumber = (contract: string, organizationId: number, place: Sql): Sql => sql`
  concat(${contract}::text, '-', lpad(((select count(*) from financial_posting f
    where f.organization_id = ${organizationId} and f.contract_number = ${contract}) + ${place})::text, 4, '0'))`
