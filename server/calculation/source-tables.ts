import { sql, type Sql } from '../store/sql.ts'
import type { DataSource } from './terms.ts'

/** Where lines of each kind of data stand; all with the columns of sales lines that a calculation reads. */
export const sourceTables: Readonly<Record<DataSource, Sql>> = {
  direct: sql`sales_data`,
}
