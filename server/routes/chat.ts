import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Caller, demand } from '../authorize.ts'
import { answerFrom } from '../engine/chat/assistant.ts'
import { channelFor, leaveChannel, peopleOf, readChannels } from '../engine/chat/channels.ts'
import { lookUp } from '../engine/chat/look-up.ts'
import { answerQuestion, askQuestion, markSeen, readChats, setSolved, type Written } from '../engine/chat/messages.ts'
import { deleteMessage, editMessage } from '../engine/chat/own-messages.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { screensOf } from '../engine/own-screens.ts'
import { perUser } from '../plugins/per-user.ts'
import { parseInput, recordNumber } from '../parse-input.ts'
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { screenOpener } from './opened-screen.ts'

const text = z
  .string()
  .trim()
  .min(1, 'Write something.')
  .max(8_000, 'A message has at most 8,000 characters. Send it in several.')
const inChannel = z.object({ collaboration_id: recordNumber })
const chats = inChannel.extend({
  show: z.enum(['all', 'open', 'mine', 'mentions']).default('all'),
  search: z.string().max(200).default(''),
  question_id: recordNumber.optional(),
  answers: z.coerce.number().int().min(1).max(5_000).default(50),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
const seen = inChannel.extend({ until: z.iso.datetime().optional() })
const asked = inChannel.extend({ question: text })
const answered = z.object({ question_id: recordNumber, answer: text, solves: z.boolean().default(false) })
const changedQuestion = z
  .object({ question_id: recordNumber, solved: z.boolean().optional(), question: text.optional() })
  .refine((one) => one.solved !== undefined || one.question !== undefined, 'Say what changes.')
const changedAnswer = z.object({ answer_id: recordNumber, answer: text })
const access = z.object({ collaboration_id: recordNumber.optional() })
const given = inChannel.extend({
  user: z.string().max(200),
  /** null takes the access away. */
  part: z.enum(['lead', 'member', 'reader']).nullable().default('member'),
})
const question = z.object({ question: z.string().trim().min(2, 'Ask something.').max(2_000) })
const flags = z.object({ useDatabase: z.enum(['true', 'false']).optional() })

/** The channels of collaborations with their questions and answers, and the assistant that looks questions up in the product. */
export function chatRoutes(app: FastifyInstance, services: Services): void {
  const { db, config } = services
  const collaboration = screenNamed(services.screens, 'collaboration')
  if (!collaboration) return
  const open = screenOpener(services)
  const read = <T>(caller: Caller, work: (tx: Tx) => Promise<T>) => db.tenant(caller, work, { readOnly: true })
  const listed = (records: readonly unknown[]) => ({ response: { records, total_record: records.length } })

  app.get('/api/collaboration-channels', async ({ caller }) =>
    listed(await read(caller, (tx) => readChannels(tx, caller))),
  )

  app.get('/api/collaborations-access', async ({ caller, query }) => {
    const { collaboration_id: id } = parseInput(access, query)
    if (id === undefined) {
      const channels = await read(caller, (tx) => readChannels(tx, caller))
      return listed(
        channels.map(({ collaboration_id, code, name, part, may_write }) => ({
          collaboration_id,
          code,
          name,
          part,
          may_write,
        })),
      )
    }
    return listed(
      await read(caller, async (tx) => {
        await channelFor(tx, caller, id)
        return peopleOf(tx, caller, id)
      }),
    )
  })
  app.post('/api/collaborations-access', async (request) => {
    demand(request.caller, 'administration.collaborations')
    const { collaboration_id: id, user, part } = parseInput(given, request.body)
    const { api } = await open(request, 'collaboration')
    const record = await api.one(id)
    const members = ((record['members'] ?? []) as { user: string; part: string }[]).filter((one) => one.user !== user)
    await api.update(id, {
      row_version: record.row_version,
      members: part === null ? members : [...members, { user, part }],
    })
    const people = await read(request.caller, (tx) => peopleOf(tx, request.caller, id))
    return { ...listed(people), message: part === null ? 'The access was taken away.' : 'The access was given.' }
  })
  app.delete('/api/collaborations-access', async ({ caller, query }) => {
    const { collaboration_id: id } = parseInput(inChannel, query)
    await db.tenant(caller, (tx) => leaveChannel(tx, caller, collaboration, id))
    return { response: {}, message: 'You have left the channel.' }
  })

  app.get('/api/collaboration-chats', async ({ caller, query }) => {
    const { collaboration_id: collaborationId, question_id: questionId, ...rest } = parseInput(chats, query)
    return { response: await read(caller, (tx) => readChats(tx, caller, { collaborationId, questionId, ...rest })) }
  })
  app.post('/api/collaboration-chat-question', perUser(60), async ({ caller, body }, reply) => {
    const { collaboration_id: id, question: words } = parseInput(asked, body)
    const written = await db.tenant(caller, (tx) => askQuestion(tx, caller, id, words))
    mail(caller, written, words)
    return reply.code(201).send({ response: { id: written.id }, message: 'Question asked successfully' })
  })
  app.post('/api/collaboration-chat-answer', perUser(60), async ({ caller, body }, reply) => {
    const { question_id: id, answer, solves } = parseInput(answered, body)
    const written = await db.tenant(caller, (tx) => answerQuestion(tx, caller, id, answer, solves))
    mail(caller, written, answer)
    return reply.code(201).send({ response: { id: written.id }, message: 'Answered successfully' })
  })
  app.put('/api/collaboration-chat-question', async ({ caller, body }) => {
    const { question_id: id, solved: isSolved, question: words } = parseInput(changedQuestion, body)
    const edited = await db.tenant(caller, async (tx) => {
      if (isSolved !== undefined) await setSolved(tx, caller, id, isSolved)
      return words === undefined ? null : editMessage(tx, caller, 'question', id, words)
    })
    if (edited) mail(caller, edited, words!)
    const message = edited
      ? 'The question was changed.'
      : isSolved
        ? 'The question is closed.'
        : 'The question is open again.'
    return { response: {}, message }
  })
  app.put('/api/collaboration-chat-answer', async ({ caller, body }) => {
    const { answer_id: id, answer } = parseInput(changedAnswer, body)
    mail(caller, await db.tenant(caller, (tx) => editMessage(tx, caller, 'answer', id, answer)), answer)
    return { response: {}, message: 'The answer was changed.' }
  })
  app.delete('/api/collaboration-chat-question', async ({ caller, query }) => {
    const { question_id: id } = parseInput(z.object({ question_id: recordNumber }), query)
    await db.tenant(caller, (tx) => deleteMessage(tx, caller, 'question', id))
    return { response: {}, message: 'The question was deleted.' }
  })
  app.delete('/api/collaboration-chat-answer', async ({ caller, query }) => {
    const { answer_id: id } = parseInput(z.object({ answer_id: recordNumber }), query)
    await db.tenant(caller, (tx) => deleteMessage(tx, caller, 'answer', id))
    return { response: {}, message: 'The answer was deleted.' }
  })
  app.put('/api/collaboration-chats', async ({ caller, body }) => {
    const { collaboration_id: id, until } = parseInput(seen, body)
    await db.tenant(caller, (tx) => markSeen(tx, caller, id, until ?? null))
    return { response: {} }
  })

  /** Tells those who are named, and whoever asked what is answered, by mail. */
  const mail = (caller: Caller, { channel, mentioned, questionId }: Written, words: string): void => {
    const { mailer, background, publicUrl } = services.session
    for (const { email } of mentioned)
      background.run(() =>
        mailer.send({
          to: email,
          subject: `For you in ${channel.name}`,
          text: `${caller.email} writes in ${channel.name}:\n\n${words}\n\n${publicUrl()}/community-chat?channel=${channel.collaboration_id}&question=${questionId}\n`,
        }),
      )
  }

  app.post('/api/chat', perUser(30), async ({ caller, body, query }) => {
    const { question: words } = parseInput(question, body)
    const withRecords = parseInput(flags, query).useDatabase === 'true'
    const found = await lookUp(db, await screensOf(services, caller), caller, words, withRecords)
    return {
      response: { ...(await answerFrom(words, found, withRecords, config.chat)), ...found, used_database: withRecords },
    }
  })
}
