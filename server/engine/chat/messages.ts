import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { escapedPattern } from '../search-sql.ts'
import { type Channel, channelFor, peopleOf, type Person, writableChannel } from './channels.ts'
import { mentionsIn } from './mentions.ts'

/** Told to every process when something was written, with the users who hear of it. */
export const chatChannel = 'tierline_chat'

export interface ChatAnswer {
  readonly id: number
  readonly text: string
  readonly user_id: number
  readonly user_name: string
  readonly answered_at: string
  readonly edited_at: string | null
}

export interface ChatQuestion {
  readonly id: number
  readonly collaboration_id: number
  readonly text: string
  readonly user_id: number
  readonly user_name: string
  readonly solved: boolean
  readonly asked_at: string
  readonly last_at: string
  readonly edited_at: string | null
  /** Its words were taken away; what was answered stays. */
  readonly is_deleted: boolean
  /** Something in it is newer than what the caller has seen. */
  readonly is_new: boolean
  /** The latest of its answers, in their order; `answer_count` is the number of all. */
  readonly answers: readonly ChatAnswer[]
  readonly answer_count: number
}

export interface ChatAsked {
  readonly collaborationId: number
  readonly show: 'all' | 'open' | 'mine' | 'mentions'
  readonly search: string
  /** This question alone. */
  readonly questionId?: number | undefined
  /** So many answers of a question at most, the latest. */
  readonly answers: number
  readonly page: number
  readonly limit: number
}

/** The questions of a channel with their answers, the one that was last written in first. */
export async function readChats(tx: Tx, caller: Caller, asked: ChatAsked) {
  const { collaborationId, show, search, questionId = null, page, limit } = asked
  await channelFor(tx, caller, collaborationId)
  const { organizationId, userId } = caller
  const pattern = `%${escapedPattern(search)}%`
  const answers = (condition: ReturnType<typeof sql>) =>
    sql`exists (select from chat_answer a where a.organization_id = q.organization_id and a.question_id = q.id and ${condition})`
  const shown = {
    all: sql`true`,
    open: sql`not q.solved and q.deleted_at is null`,
    mine: sql`(q.user_id = ${userId} or ${answers(sql`a.user_id = ${userId}`)})`,
    mentions: sql`(${userId} = any(q.mentions) or ${answers(sql`${userId} = any(a.mentions)`)})`,
  }[show]
  const where = sql`q.organization_id = ${organizationId} and q.collaboration_id = ${collaborationId} and ${shown}
    and (${questionId}::bigint is null or q.id = ${questionId})
    and (${search} = '' or q.text ilike ${pattern} or ${answers(sql`a.text ilike ${pattern}`)})`
  const records = await tx.query<ChatQuestion>(sql`
    select q.id, q.collaboration_id, q.text, q.user_id, coalesce(u.name, 'Somebody who has left') as user_name, q.solved, q.asked_at, q.last_at, q.edited_at, q.deleted_at is not null as is_deleted,
      (q.last_at > coalesce(s.seen_at, '-infinity')) as is_new,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'text', a.text, 'user_id', a.user_id, 'user_name', coalesce(au.name, 'Somebody who has left'), 'answered_at', a.answered_at, 'edited_at', a.edited_at) order by a.id)
         from (select l.* from chat_answer l where l.organization_id = q.organization_id and l.question_id = q.id order by l.id desc limit ${asked.answers}) a
         left join app_user au on au.organization_id = a.organization_id and au.id = a.user_id), '[]') as answers,
      (select count(*) from chat_answer a where a.organization_id = q.organization_id and a.question_id = q.id)::int as answer_count
    from chat_question q left join app_user u on u.organization_id = q.organization_id and u.id = q.user_id
      left join chat_seen s on s.organization_id = q.organization_id and s.user_id = ${userId} and s.collaboration_id = q.collaboration_id
    where ${where} order by q.last_at desc, q.id desc limit ${limit} offset ${(page - 1) * limit}`)
  const [count] = await tx.query<{ total: number }>(
    sql`select count(*)::int as total from chat_question q where ${where}`,
  )
  return { records, total_record: count?.total ?? 0 }
}

export interface Written {
  readonly id: number
  readonly questionId: number
  readonly channel: Channel
  readonly mentioned: readonly Person[]
}

/** Asks a question in a channel. */
export async function askQuestion(tx: Tx, caller: Caller, collaborationId: number, text: string): Promise<Written> {
  const channel = await writableChannel(tx, caller, collaborationId)
  const people = await peopleOf(tx, caller, collaborationId)
  const mentioned = mentionsIn(text, people).filter(({ id }) => id !== caller.userId)
  const [row] = await tx.query<{ id: number }>(sql`
    insert into chat_question (organization_id, collaboration_id, user_id, text, mentions)
    values (${caller.organizationId}, ${collaborationId}, ${caller.userId}, ${text}, ${mentioned.map(({ id }) => id)}::bigint[]) returning id`)
  await tell(tx, caller, collaborationId, people)
  return { id: row!.id, questionId: row!.id, channel, mentioned }
}

/** Answers a question; `solves` also closes it. Whoever asked hears of it as if mentioned. */
export async function answerQuestion(
  tx: Tx,
  caller: Caller,
  questionId: number,
  text: string,
  solves: boolean,
): Promise<Written> {
  const question = await questionFor(tx, caller, questionId)
  const channel = await writableChannel(tx, caller, question.collaboration_id)
  const people = await peopleOf(tx, caller, question.collaboration_id)
  const asker = people.filter(({ id }) => id === question.user_id)
  const mentioned = [...new Set([...mentionsIn(text, people), ...asker])].filter(({ id }) => id !== caller.userId)
  const [row] = await tx.query<{ id: number }>(sql`
    insert into chat_answer (organization_id, question_id, user_id, text, mentions)
    values (${caller.organizationId}, ${questionId}, ${caller.userId}, ${text}, ${mentioned.map(({ id }) => id)}::bigint[]) returning id`)
  await tx.query(sql`
    update chat_question set last_at = clock_timestamp(), solved = solved or ${solves} where organization_id = ${caller.organizationId} and id = ${questionId}`)
  await tell(tx, caller, question.collaboration_id, people)
  return { id: row!.id, questionId, channel, mentioned }
}

/** Closes a question or opens it again: whoever asked, or who leads the channel. */
export async function setSolved(tx: Tx, caller: Caller, questionId: number, solved: boolean): Promise<void> {
  const question = await questionFor(tx, caller, questionId)
  const channel = await writableChannel(tx, caller, question.collaboration_id)
  if (question.user_id !== caller.userId && channel.part !== 'owner' && channel.part !== 'lead')
    throw new AppError('FORBIDDEN', { message: 'Whoever asked closes a question, or a lead of the channel.' })
  await tx.query(
    sql`update chat_question set solved = ${solved} where organization_id = ${caller.organizationId} and id = ${questionId}`,
  )
  await tell(tx, caller, question.collaboration_id, await peopleOf(tx, caller, question.collaboration_id))
}

/** Everything in a channel is seen up to a moment, or up to now: what came after it was shown stays new. */
export async function markSeen(tx: Tx, caller: Caller, collaborationId: number, until: string | null): Promise<void> {
  await channelFor(tx, caller, collaborationId)
  await tx.query(sql`
    insert into chat_seen as seen (organization_id, user_id, collaboration_id, seen_at)
    values (${caller.organizationId}, ${caller.userId}, ${collaborationId}, least(${until}::timestamptz, clock_timestamp()))
    on conflict (organization_id, user_id, collaboration_id) do update set seen_at = greatest(seen.seen_at, excluded.seen_at)`)
}

async function questionFor(tx: Tx, caller: Caller, id: number) {
  const [question] = await tx.query<{ collaboration_id: number; user_id: number }>(
    sql`select collaboration_id, user_id from chat_question where organization_id = ${caller.organizationId} and id = ${id}`,
  )
  if (!question) throw new AppError('NOT_FOUND')
  return question
}

// A notification takes 8,000 bytes.
const mostTold = 800

/** Tells the people of a channel that something in it is new or otherwise. */
export async function tell(
  tx: Tx,
  { organizationId }: Caller,
  collaborationId: number,
  people: readonly Person[],
): Promise<void> {
  const told = { organizationId, collaborationId, users: people.slice(0, mostTold).map(({ id }) => id) }
  await tx.query(sql`select pg_notify(${chatChannel}, ${JSON.stringify(told)})`)
}
