import type { Screen } from '#src/definition'
import { type Caller, can } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { json, sql } from '../../store/sql.ts'
import { writeHistory } from '../history.ts'

export type Part = 'owner' | 'lead' | 'member' | 'reader'

/** A collaboration as a channel, as one of its people sees it. */
export interface Channel {
  readonly collaboration_id: number
  readonly code: string
  readonly name: string
  readonly purpose: string | null
  readonly partner_type: string
  readonly status: string
  /** null: an administrator who is not among its people. */
  readonly part: Part | null
  readonly may_write: boolean
  readonly people: number
  readonly questions: number
  readonly open_questions: number
  /** Questions and answers of others since it was last seen. */
  readonly unread: number
  /** Those of them that name the caller. */
  readonly mentioned: number
  readonly last_at: string | null
}

export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly part: Part
}

const manage = 'administration.collaborations'

/** Everybody of a collaboration `c`, the owner before what the members' rows say of him. */
const people = sql`(
  select distinct on (u.id) u.id, u.email, u.name, p.part from (
    select c.owner as email, 'owner' as part, 0 as rank
    union all select row ->> 'user', coalesce(row ->> 'part', 'member'), 1 from jsonb_array_elements(coalesce(c.members, '[]')) row) p
  join app_user u on u.organization_id = c.organization_id and u.email = p.email and u.status <> 'deactivated'
  order by u.id, p.rank)`

// What is proposed has not begun, and what has ended is read only.
const isOpen = sql`(c.status = 'active' and coalesce(c.valid_from <= books_day(c.organization_id), true) and coalesce(c.valid_to >= books_day(c.organization_id), true))`

/** The channels somebody is among the people of, and all for who administers them; the latest first. */
export async function readChannels(tx: Tx, caller: Caller, id: number | null = null): Promise<Channel[]> {
  const { organizationId, userId } = caller
  const all = can(caller, manage)
  return tx.query<Channel>(sql`
    select c.id as collaboration_id, c.code, c.name, c.purpose, c.partner_type, c.status, me.part,
      (${isOpen} and me.part is not null and me.part <> 'reader') as may_write,
      (select count(*) from ${people} p)::int as people,
      (select count(*) from chat_question q where q.organization_id = c.organization_id and q.collaboration_id = c.id)::int as questions,
      (select count(*) from chat_question q where q.organization_id = c.organization_id and q.collaboration_id = c.id and not q.solved and q.deleted_at is null)::int as open_questions,
      coalesce(news.unread, 0)::int as unread, coalesce(news.mentioned, 0)::int as mentioned,
      (select max(q.last_at) from chat_question q where q.organization_id = c.organization_id and q.collaboration_id = c.id) as last_at
    from collaboration c
    left join lateral (select p.part from ${people} p where p.id = ${userId}) me on true
    left join chat_seen s on s.organization_id = c.organization_id and s.user_id = ${userId} and s.collaboration_id = c.id
    left join lateral (
      select count(*) as unread, count(*) filter (where ${userId} = any(n.mentions)) as mentioned from (
        select q.asked_at as at, q.mentions from chat_question q
         where q.organization_id = c.organization_id and q.collaboration_id = c.id and q.user_id <> ${userId} and q.deleted_at is null
        union all
        select a.answered_at, a.mentions from chat_answer a join chat_question q on q.organization_id = a.organization_id and q.id = a.question_id
         where q.organization_id = c.organization_id and q.collaboration_id = c.id and a.user_id <> ${userId}) n
       where me.part is not null and n.at > coalesce(s.seen_at, '-infinity')) news on true
    where c.organization_id = ${organizationId} and (me.part is not null or ${all}) and (${id}::bigint is null or c.id = ${id})
    order by last_at desc nulls last, c.name`)
}

/** A channel the caller may see; NOT_FOUND otherwise, so that nobody learns what others collaborate on. */
export async function channelFor(tx: Tx, caller: Caller, id: number): Promise<Channel> {
  const [channel] = await readChannels(tx, caller, id)
  if (!channel) throw new AppError('NOT_FOUND')
  return channel
}

/** The same, to write in it. */
export async function writableChannel(tx: Tx, caller: Caller, id: number): Promise<Channel> {
  const channel = await channelFor(tx, caller, id)
  if (channel.may_write) return channel
  throw new AppError('FORBIDDEN', {
    message:
      channel.part === null || channel.part === 'reader'
        ? 'You only read in this channel. A lead of it can make you a member.'
        : 'This collaboration is not active, so its channel is only read.',
  })
}

/** Takes the caller out of a channel's members; what he wrote stays. FORBIDDEN for its owner, who has to hand it over first. */
export async function leaveChannel(tx: Tx, caller: Caller, screen: Screen, id: number): Promise<void> {
  const { part } = await channelFor(tx, caller, id)
  if (part === null) throw new AppError('NOT_FOUND', { message: 'You are not in this channel.' })
  if (part === 'owner')
    throw new AppError('FORBIDDEN', {
      message: 'You are responsible for this collaboration. Somebody else has to become so before you can leave.',
    })
  const [before] = await tx.query<{ members: readonly { readonly user: string }[] }>(
    sql`select members from collaboration where organization_id = ${caller.organizationId} and id = ${id} for update`,
  )
  const members = before!.members.filter(({ user }) => user !== caller.email)
  await tx.query(sql`
    update collaboration set members = ${json(members)}, row_version = row_version + 1, updated_at = now(), updated_by = ${caller.userId}
     where organization_id = ${caller.organizationId} and id = ${id}`)
  await writeHistory(tx, screen, caller, id, 'update', { members: [before!.members, members] })
}

/** Who belongs to a channel, by name. */
export const peopleOf = (tx: Tx, { organizationId }: Caller, id: number): Promise<Person[]> =>
  tx.query<Person>(sql`
    select p.* from collaboration c cross join lateral ${people} p
     where c.organization_id = ${organizationId} and c.id = ${id} order by p.name, p.email`)
