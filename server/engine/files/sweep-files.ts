import type { Screen } from '#src/definition'
import type { Database } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'
import type { FileStore } from './file-store.ts'

const batch = 500

/** Removes files that no record holds a day after they came, and those of records that are gone; answers how many. */
export async function sweepFiles(
  { db, screens, store }: { readonly db: Database; readonly screens: readonly Screen[]; readonly store: FileStore },
  ageHours = 24,
): Promise<number> {
  await forgetGoneRecords(db, screens)
  let removed = 0
  for (;;) {
    // What is being put into a record at this moment is locked by that, and stays.
    const gone = await db.system((tx) =>
      tx.query<{ organization_id: number; id: string }>(sql`
        with old as (
          select organization_id, id from stored_file s
           where created_at < now() - make_interval(hours => ${ageHours}::int)
             and not exists (select from file_use u where u.organization_id = s.organization_id and u.file_id = s.id)
           limit ${batch} for update skip locked)
        delete from stored_file s using old where s.organization_id = old.organization_id and s.id = old.id
        returning s.organization_id, s.id`),
    )
    for (const file of gone) await store.remove({ organizationId: file.organization_id, id: file.id })
    removed += gone.length
    if (gone.length < batch) return removed
  }
}

/** A file is held by its record and by the history of that record: both end with it. */
async function forgetGoneRecords(db: Database, screens: readonly Screen[]): Promise<void> {
  const used = await db.system((tx) => tx.query<{ screen: string }>(sql`select distinct screen from file_use`))
  for (const { screen: name } of used) {
    const table = screens.find((screen) => screen.name === name)?.table?.name
    if (!table) continue
    await db.system((tx) =>
      tx.query(sql`
        delete from file_use u where u.screen = ${name}
           and not exists (select from ${id(table)} t where t.organization_id = u.organization_id and t.id = u.record_id)`),
    )
  }
}
