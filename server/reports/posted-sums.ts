import { sql, type Sql } from '../store/sql.ts'

const takenBack = sql`f.reversal_of is not null`

/**
 * What postings (`f`) accrued, released and paid, added up; `amount` is what of each is counted. What takes another posting back counts
 * against what that one counts for, so that both cancel out: an accrual that was taken back is neither accrued nor released.
 */
export const accruedSum = (amount: Sql = sql`f.amount`): Sql => sql`
  coalesce(sum(${amount}) filter (where f.posting_type = case when ${takenBack} then 'Accrual Reversal' else 'Accrual' end), 0)`

export const releasedSum = (): Sql => sql`
  coalesce(- sum(f.amount) filter (where f.posting_type = case when ${takenBack} then 'Accrual' else 'Accrual Reversal' end), 0)`

export const paidSum = (amount: Sql = sql`f.amount`): Sql => sql`
  coalesce(sum(${amount}) filter (where f.posting_type in ('Payment', 'Payment Reversal', 'Delta Payment')), 0)`
