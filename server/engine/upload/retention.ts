import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { limits } from './limits.ts'
import { dropStaging } from './staging-table.ts'

/** Drops the staged lines of imports that nobody touched for some days; answers how many. Their history and reasons stay. */
export async function clearOldUploads(db: Database): Promise<number> {
  return db.system(async (tx) => {
    const old = await tx.query<{ id: number }>(sql`
      update upload set kept = false, state = case when state in ('staged', 'checked') then 'cancelled' else state end
       where kept and state not in ('staging', 'checking', 'committing') and updated_at < now() - make_interval(days => ${limits.keptDays})
      returning id`)
    for (const { id } of old) await dropStaging(tx, id)
    // Left by a process that ended between giving an import up and dropping its lines.
    const orphans = await tx.query<{ id: number }>(sql`
      select distinct substring(tablename from '^upload_([0-9]{1,9})(?:_rows|_problems)?$')::int as id from pg_tables
       where schemaname = 'staging' and tablename ~ '^upload_[0-9]{1,9}(_rows|_problems)?$'
         and not exists (select from upload where kept and id = substring(tablename from '^upload_([0-9]{1,9})')::int)`)
    for (const { id } of orphans) await dropStaging(tx, id)
    return old.length
  })
}
