import { createHash } from 'node:crypto'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { sql } from '../store/sql.ts'

export const largestAvatar = 1_000_000

const signatures = [
  {
    type: 'image/png',
    matches: (bytes: Buffer) =>
      bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  },
  { type: 'image/jpeg', matches: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  {
    type: 'image/webp',
    matches: (bytes: Buffer) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** The media type that the content itself shows, whatever its name says; undefined for anything but PNG, JPEG and WebP. */
export function imageTypeOf(bytes: Buffer): string | undefined {
  return signatures.find(({ matches }) => matches(bytes))?.type
}

export interface Avatar {
  bytes: Buffer
  type: string
  version: string
}

/** Stores a picture of a user of the caller's organisation. Throws WRONG_FILE_TYPE or TOO_LARGE. */
export async function storeAvatar(db: Database, caller: Caller, userId: number, bytes: Buffer): Promise<string> {
  if (bytes.length > largestAvatar) throw new AppError('TOO_LARGE', { message: 'A picture may have at most 1 MB.' })
  const type = imageTypeOf(bytes)
  if (!type) throw new AppError('WRONG_FILE_TYPE', { message: 'Choose a PNG, JPEG or WebP picture.' })
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
  await db.tenant(caller, async (tx) => {
    const [user] = await tx.query(
      sql`select id from app_user where organization_id = ${caller.organizationId} and id = ${userId}`,
    )
    if (!user) throw new AppError('NOT_FOUND')
    await tx.query(sql`
      insert into user_preference (organization_id, user_id, avatar, avatar_type, avatar_version)
      values (${caller.organizationId}, ${userId}, ${bytes}, ${type}, ${version})
      on conflict (organization_id, user_id) do update
        set avatar = excluded.avatar, avatar_type = excluded.avatar_type, avatar_version = excluded.avatar_version`)
  })
  return version
}

export async function removeAvatar(db: Database, caller: Caller, userId: number): Promise<void> {
  await db.tenant(caller, (tx) =>
    tx.query(sql`
      update user_preference set avatar = null, avatar_type = null, avatar_version = null
      where organization_id = ${caller.organizationId} and user_id = ${userId}`),
  )
}

/** Throws NOT_FOUND for a user without a picture. */
export async function loadAvatar(db: Database, caller: Caller, userId: number): Promise<Avatar> {
  const [row] = await db.tenant(
    caller,
    (tx) =>
      tx.query<Avatar>(sql`
        select avatar as bytes, avatar_type as type, avatar_version as version from user_preference
        where organization_id = ${caller.organizationId} and user_id = ${userId} and avatar is not null`),
    { readOnly: true },
  )
  if (!row) throw new AppError('NOT_FOUND')
  return row
}
