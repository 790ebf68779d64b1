import type { FastifyInstance } from 'fastify'
import { screenNamed } from '../engine/effective-screens.ts'
import { patience } from '../engine/mass/run-mass.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { callerOfUser } from '../session/caller.ts'
import { id, sql } from '../store/sql.ts'
import { demandDone, type screenOpener } from './opened-screen.ts'

const lookEvery = 15_000

interface Left {
  readonly id: number
  readonly organization_id: number
  readonly user_id: number
}

/** Goes on with mass updates whose server went away, in the name of whoever ran them, for as long as this server runs. */
export function resumeMassUpdates(
  app: FastifyInstance,
  { db, log, screens }: Services,
  open: ReturnType<typeof screenOpener>,
  names: readonly string[],
): void {
  const tables = names.flatMap((name) => {
    const table = screenNamed(screens, name)?.table
    return table ? [{ name, table: table.name }] : []
  })
  const resume = async (name: string, table: string) => {
    const left = await db.system((tx) =>
      tx.query<Left>(sql`
        select id, organization_id, coalesce(updated_by, created_by, 0) as user_id from ${id(table)}
         where status = 'running' and updated_at < now() - make_interval(secs => ${patience}) order by updated_at limit 10`),
    )
    for (const one of left) {
      try {
        const caller = await callerOfUser(db, one.organization_id, one.user_id)
        if (!caller) throw new AppError('FORBIDDEN', { message: 'The user who ran it may not sign in any more.' })
        const { act } = await open({ caller }, name)
        demandDone(await act('run', [one.id]))
      } catch (error) {
        // Another server was quicker.
        if (error instanceof AppError && error.code === 'WRONG_STATE') continue
        log.error({ err: error, update: one.id }, 'a mass update whose server ended could not go on')
      }
    }
  }
  let looking: Promise<void> = Promise.resolve()
  const look = () => {
    looking = looking
      .then(async () => {
        for (const { name, table } of tables) await resume(name, table)
      })
      .catch((error: unknown) => log.error({ err: error }, 'mass updates could not be looked after'))
  }
  const timer = setInterval(look, lookEvery).unref()
  app.addHook('onReady', (done) => {
    look()
    done()
  })
  app.addHook('preClose', async () => {
    clearInterval(timer)
    await looking
  })
}
