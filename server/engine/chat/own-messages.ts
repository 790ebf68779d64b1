import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, sql, type Sql } from '../../store/sql.ts'
import { type Channel, peopleOf, type Person, writableChannel } from './channels.ts'
import { mentionsIn } from './mentions.ts'
import { tell, type Written } from './messages.ts'

export type MessageKind = 'question' | 'answer'

const tables = { question: 'chat_question', answer: 'chat_answer' } as const

interface Message {
  readonly id: number
  readonly collaboration_id: number
  readonly question_id: number
  readonly user_id: number
  readonly text: string
  readonly mentions: readonly number[]
  readonly is_deleted: boolean
}

async function messageFor(tx: Tx, { organizationId }: Caller, kind: MessageKind, messageId: number): Promise<Message> {
  const shown: Sql =
    kind === 'question'
      ? sql`select q.id, q.collaboration_id, q.id as question_id, q.user_id, q.text, q.mentions, q.deleted_at is not null as is_deleted
              from chat_question q where q.organization_id = ${organizationId} and q.id = ${messageId} for update`
      : sql`select a.id, q.collaboration_id, q.id as question_id, a.user_id, a.text, a.mentions, false as is_deleted
              from chat_answer a join chat_question q on q.organization_id = a.organization_id and q.id = a.question_id
             where a.organization_id = ${organizationId} and a.id = ${messageId} for update of a`
  const [message] = await tx.query<Message>(shown)
  if (!message || message.is_deleted) throw new AppError('NOT_FOUND')
  return message
}

const leads = ({ part }: Channel): boolean => part === 'owner' || part === 'lead'

/** Changes one's own message, which then says that it was edited; who is named in it for the first time hears of it. */
export async function editMessage(
  tx: Tx,
  caller: Caller,
  kind: MessageKind,
  messageId: number,
  text: string,
): Promise<Written> {
  const message = await messageFor(tx, caller, kind, messageId)
  const channel = await writableChannel(tx, caller, message.collaboration_id)
  if (message.user_id !== caller.userId)
    throw new AppError('FORBIDDEN', { message: 'Only who wrote a message changes it.' })
  const written = { id: messageId, questionId: message.question_id, channel }
  if (text === message.text) return { ...written, mentioned: [] }
  const people = await peopleOf(tx, caller, message.collaboration_id)
  const named = mentionsIn(text, people).filter((person) => person.id !== caller.userId)
  // Whoever asked hears of an answer without being named.
  const kept = message.mentions.filter((one) => kind === 'answer' || named.some((person) => person.id === one))
  const mentions = [...new Set([...kept, ...named.map((person) => person.id)])]
  await tx.query(sql`
    update ${id(tables[kind])} set text = ${text}, mentions = ${mentions}::bigint[], edited_at = clock_timestamp()
     where organization_id = ${caller.organizationId} and id = ${messageId}`)
  await tell(tx, caller, message.collaboration_id, people)
  return { ...written, mentioned: named.filter((person: Person) => !message.mentions.includes(person.id)) }
}

/** Takes a message away: one's own, or as a lead of the channel. A question that was answered stays, without its words. */
export async function deleteMessage(tx: Tx, caller: Caller, kind: MessageKind, messageId: number): Promise<void> {
  const message = await messageFor(tx, caller, kind, messageId)
  const channel = await writableChannel(tx, caller, message.collaboration_id)
  if (message.user_id !== caller.userId && !leads(channel))
    throw new AppError('FORBIDDEN', { message: 'Who wrote a message deletes it, or a lead of the channel.' })
  const { organizationId } = caller
  const emptied =
    kind === 'question'
      ? await tx.query(sql`
          update chat_question q set text = '', mentions = '{}', deleted_at = clock_timestamp()
           where organization_id = ${organizationId} and id = ${messageId}
             and exists (select from chat_answer a where a.organization_id = q.organization_id and a.question_id = q.id) returning id`)
      : []
  if (emptied.length === 0)
    await tx.query(sql`delete from ${id(tables[kind])} where organization_id = ${organizationId} and id = ${messageId}`)
  // The last answer of a question without words takes it along.
  if (kind === 'answer')
    await tx.query(sql`
      delete from chat_question q where organization_id = ${organizationId} and id = ${message.question_id} and deleted_at is not null
         and not exists (select from chat_answer a where a.organization_id = q.organization_id and a.question_id = q.id)`)
  await tell(tx, caller, message.collaboration_id, await peopleOf(tx, caller, message.collaboration_id))
}
