import type { Screen } from '#src/definition'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { loadDemo } from './content.ts'
import { askFirstRuns } from './first-runs.ts'
import { type DemoSignIn, keepSignIns, readSignIns } from './sign-ins.ts'

/** Loads the demo on the first start of an empty database and answers its sign-ins, at every start. */
export async function demoSignIns(
  db: Database,
  screens: readonly Screen[],
  { dataDir, dropDir }: { readonly dataDir: string; readonly dropDir: string },
  say: (line: string) => void,
): Promise<readonly DemoSignIn[]> {
  if (await isLoaded(db)) return readSignIns(dataDir)
  say('Loading the demo data…')
  return loadDemo(db, screens, async (tx, signIns) => {
    await keepSignIns(dataDir, signIns)
    await askFirstRuns(tx, dropDir)
    await tx.query(sql`insert into installation (name, value) values ('demo-loaded', 'true')`)
  })
}

async function isLoaded(db: Database): Promise<boolean> {
  const rows = await db.system((tx) => tx.query(sql`select from installation where name = 'demo-loaded'`))
  return rows.length > 0
}
