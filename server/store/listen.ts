import pg from 'pg'
import { withSettings } from './database-url.ts'

type Heard = Readonly<Record<string, (payload: string) => void>>

const slowest = 10_000

/** A connection of its own that listens for as long as nobody stops it, and comes back when it breaks. */
export async function listen(url: string, heard: Heard, onError: (error: Error) => void): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let stopped = false
  let wait = 250

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: withSettings(url, { timezone: 'UTC' }),
      application_name: 'tierline listener',
      connectionTimeoutMillis: 15_000,
      keepAlive: true,
    })
    let over = false
    const broken = (error?: Error) => {
      if (over) return
      over = true
      if (stopped) return
      if (error) onError(error)
      again = setTimeout(() => void connect().catch(onError), wait)
      wait = Math.min(wait * 2, slowest)
      next.end().catch(() => undefined)
    }
    next.on('error', broken)
    next.on('end', () => broken())
    next.on('notification', ({ channel, payload = '' }) => heard[channel]?.(payload))
    client = next
    try {
      await next.connect()
      for (const channel of Object.keys(heard)) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      wait = 250
    } catch (error) {
      broken(error instanceof Error ? error : new Error(String(error)))
    }
    // Stopped while it was connecting.
    if (stopped) await next.end()
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(again)
    await client?.end().catch(() => undefined)
  }
}
