import { sql, type Sql } from '../store/sql.ts'

/**
 * How a posting is paid and booked, as its contract says on the day it is made: due_date, payment_method, payment_terms, profit_center,
 * cost_center. An accrual is only booked; it is never paid.
 */
export const paymentTermsSql = (type: Sql, contract: Sql, dueOn: Sql): Sql => {
  const paid = (value: Sql): Sql => sql`case when ${type} not in ('Accrual', 'Accrual Reversal') then ${value} end`
  return sql`${paid(dueOn)}, ${paid(sql`${contract}.payment_method`)}, ${paid(sql`${contract}.payment_terms`)}, ${contract}.profit_center, ${contract}.cost_center`
}
