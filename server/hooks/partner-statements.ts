import { buildStatement } from '../claims/statement.ts'
import { statementOf } from '../claims/statement-of.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import { id } from '../store/sql.ts'

type Values = Record<string, unknown>

const masters = {
  customer: { table: 'customer', key: 'customer_number', name: 'customer_name' },
  supplier: { table: 'supplier', key: 'supplier_number', name: 'supplier_name' },
  employee: { table: 'employee', key: 'employee_number', name: 'full_name' },
} as const

/** Statements: whose they are, their lines as soon as they are saved, and nothing any more once they are issued. */
export const partnerStatementHooks: Record<'partner-statement', RecordHooks> = {
  'partner-statement': {
    beforeWrite: async ({ tx, caller }, values, current) => {
      if (current?.['status'] === 'issued')
        throw new AppError('WRONG_STATE', { message: 'An issued statement stays as it is.' })
      const next: Values = { ...current, ...values }
      const master = masters[String(next['partner_type']) as keyof typeof masters]
      const number = next[`partner_${String(next['partner_type'])}`] ?? null
      values['partner_number'] = number
      if (!current) values['status'] = 'draft'
      if (!master || number === null) return []
      const [found] = await tx.query<{ name: string }>(sql`
        select t.${id(master.name)} as name from ${id(master.table)} t where t.organization_id = ${caller.organizationId} and t.${id(master.key)} = ${String(number)}`)
      values['partner_name'] = found?.name ?? String(number)
      return []
    },
    afterWrite: async ({ tx, caller }, record, current) => {
      const of = statementOf({ ...current, ...record }, caller)
      const figures = await buildStatement(tx, of)
      await tx.query(sql`
        update partner_statement t
           set opening = ${figures.opening}::numeric, accrued = ${figures.accrued}::numeric, adjustments = ${figures.adjustments}::numeric, paid = ${figures.paid}::numeric,
               claims = ${figures.claims}::numeric, closing = ${figures.closing}::numeric, open_claims = ${figures.open_claims}::numeric
         where t.organization_id = ${caller.organizationId} and t.statement_number = ${of.statement}`)
    },
    beforeDelete: async ({ tx, caller }, records) => {
      const issued = records.find((record) => record['status'] === 'issued')
      if (issued)
        throw new AppError('WRONG_STATE', { message: `${String(issued['statement_number'])} was issued and stays.` })
      const numbers = records.map((record) => String(record['statement_number']))
      await tx.query(sql`
        delete from partner_statement_line l where l.organization_id = ${caller.organizationId} and l.statement_number = any(${numbers}::text[])`)
    },
  },
}
