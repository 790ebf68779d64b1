import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requestRun } from '../engine/integration/request-run.ts'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

const code = 'HR-HOLIDAYS'

const days = [
  ['2027-01-01', 'New Year'],
  ['2027-03-26', 'Good Friday'],
  ['2027-03-29', 'Easter Monday'],
  ['2027-05-06', 'Ascension Day'],
  ['2027-05-17', 'Whit Monday'],
  ['2027-10-03', 'Day of German Unity'],
  ['2027-12-25', 'Christmas Day'],
  ['2027-12-26', 'Boxing Day'],
  // A day there is not: something is left to be mended.
  ['2027-02-30', 'Company day'],
] as const

/**
 * Leaves a file in the drop folder and asks for a run of the integration that takes it, for each organisation that has it: the
 * first worker takes it in like every other file, with its fate line by line, while the product is at work already.
 */
export async function askFirstRuns(tx: Tx, dropDir: string): Promise<void> {
  const integrations = await tx.query<{
    organization_id: number
    name: string
    app_type: string
    user_id: number
    email: string
  }>(sql`
    select i.organization_id, i.name, i.app_type, u.id as user_id, u.email from integration_setup i
      join app_user u on u.organization_id = i.organization_id and u.id = i.created_by where i.code = ${code}`)
  const lines = ['Calendar,Date,Holiday', ...days.map(([day, name]) => `DE,${day},${name}`)]
  for (const { organization_id: organizationId, user_id: userId, email, ...integration } of integrations) {
    const folder = join(dropDir, String(organizationId), 'in', 'holidays')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'holidays-2027.csv'), `${lines.join('\n')}\n`)
    const caller = { organizationId, userId, email } as Caller
    await requestRun(tx, caller, { code, ...integration })
  }
}
