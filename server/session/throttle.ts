import { createHash } from 'node:crypto'
import { sql } from '#server/store/sql.ts'
import type { Database } from '../store/database.ts'
import { AppError } from '../errors.ts'

interface Limit {
  /** Failures that cost nothing. */
  free: number
  firstDelaySeconds: number
}

const limits = {
  account: { free: 5, firstDelaySeconds: 5 },
  address: { free: 30, firstDelaySeconds: 5 },
  mail: { free: 3, firstDelaySeconds: 60 },
} as const satisfies Record<string, Limit>

const longestDelaySeconds = 15 * 60
const memorySeconds = 60 * 60

export interface ThrottleKey {
  kind: keyof typeof limits
  value: string
}

/** How long the next attempt has to wait after so many failures: nothing at first, then doubling up to fifteen minutes. */
export function delaySeconds(kind: keyof typeof limits, failures: number): number {
  const { free, firstDelaySeconds } = limits[kind]
  if (failures < free) return 0
  return Math.min(firstDelaySeconds * 2 ** Math.min(failures - free, 20), longestDelaySeconds)
}

// Hashed, so that the table holds no list of who tried to sign in.
const keyOf = ({ kind, value }: ThrottleKey) =>
  `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`

/** Counts an attempt before it is made, so that parallel guesses cannot slip through; throws while a key has to wait. */
export async function countAttempt(db: Database, keys: readonly ThrottleKey[], now: Date): Promise<void> {
  const waits = await db.system(async (tx) => {
    const found: number[] = []
    const forgotten = new Date(now.getTime() - memorySeconds * 1000)
    // One order for everybody, so that two attempts never wait for each other.
    for (const key of [...keys].sort((a, b) => a.kind.localeCompare(b.kind))) {
      const name = keyOf(key)
      const [row] = await tx.query<{ failures: number; blocked_until: Date | string | null }>(sql`
        insert into login_attempt as a (key, failures, last_at) values (${name}, 0, ${now})
        on conflict (key) do update set failures = case when a.last_at < ${forgotten} then 0 else a.failures end
        returning failures, blocked_until`)
      const blockedUntil = row?.blocked_until ? new Date(row.blocked_until).getTime() : 0
      if (blockedUntil > now.getTime()) {
        found.push(Math.ceil((blockedUntil - now.getTime()) / 1000))
        continue
      }
      const failures = (row?.failures ?? 0) + 1
      const delay = delaySeconds(key.kind, failures)
      const next = delay > 0 ? new Date(now.getTime() + delay * 1000) : null
      await tx.query(
        sql`update login_attempt set failures = ${failures}, last_at = ${now}, blocked_until = ${next} where key = ${name}`,
      )
    }
    return found
  })
  if (waits.length === 0) return
  const retryAfter = Math.max(...waits)
  throw new AppError('TOO_MANY_REQUESTS', {
    message: `Too many attempts. Try again in ${inWords(retryAfter)}.`,
    details: { retryAfter },
  })
}

/** Takes an attempt back that turned out right: the account starts afresh, an address many people share only loses this one. */
export async function forgiveAttempt(db: Database, keys: readonly ThrottleKey[]): Promise<void> {
  await db.system(async (tx) => {
    for (const key of keys) {
      const name = keyOf(key)
      if (key.kind === 'account') await tx.query(sql`delete from login_attempt where key = ${name}`)
      else
        await tx.query(sql`
          update login_attempt set failures = greatest(failures - 1, 0),
            blocked_until = case when failures - 1 < ${limits[key.kind].free} then null else blocked_until end
          where key = ${name}`)
    }
  })
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
