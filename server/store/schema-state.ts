import type { Database, Tx } from './database.ts'
import { sql } from './sql.ts'

interface Size {
  readonly columns: number
  readonly indexes: number
}

// Thousands of tables have a hundred thousand columns: tables tell how many they ever had, and few were ever dropped. Indexes of words come and go by themselves.
async function sizeOf(tx: Tx): Promise<Size> {
  const [size] = await tx.query<Size>(sql`
    select (select coalesce(sum(relnatts), 0) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
             - (select count(*) from pg_attribute where attisdropped) as columns,
           (select count(*) from pg_class
             where relnamespace = 'public'::regnamespace and relkind in ('i', 'I')
               and (left(relname, 5) <> 'find_' or relname !~ '^find_[0-9a-f]{12}_')) as indexes`)
  return size!
}

/** Whether the tables were made from files in this state, and nobody has added or taken away a column or an index since. */
export function schemaIsFrom(db: Database, state: string): Promise<boolean> {
  return db.system(async (tx) => {
    const [kept] = await tx.query<Size>(sql`select columns, indexes from schema_state where state = ${state}`)
    if (!kept) return false
    const { columns, indexes } = await sizeOf(tx)
    return kept.columns === columns && kept.indexes === indexes
  })
}

/** Notes that the tables are as files in this state want them. */
export function keepSchemaState(db: Database, state: string): Promise<void> {
  return db.system(async (tx) => {
    const { columns, indexes } = await sizeOf(tx)
    await tx.query(sql`
      insert into schema_state (state, columns, indexes) values (${state}, ${columns}, ${indexes})
      on conflict (only_one) do update set state = excluded.state, columns = excluded.columns, indexes = excluded.indexes`)
  })
}
