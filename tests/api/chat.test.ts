import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { chatChannel } from '#server/engine/chat/messages.ts'
import { sql } from '#server/store/sql.ts'
import { sessionApp, type Answer, type SessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}
let channel: number
let quiet: number

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, who: string, body?: object): Promise<Answer> =>
  s.call(method, `/api/${path}`, { token: tokens[who]!, ...(body ? { body } : {}) })
const records = ({ body }: Answer) => body.response?.['records'] as Record<string, unknown>[]
const channelOf = async (who: string) =>
  records(await ask('GET', 'collaboration-channels', who)).find((one) => one['collaboration_id'] === channel)

beforeAll(async () => {
  s = await sessionApp()
  const here = await s.organization({ code: 'HERE', name: 'Here' })
  const there = await s.organization({ code: 'THERE', name: 'There' })
  for (const [name, organizationId, role] of [
    ['ada', here, 'ADMINISTRATOR'],
    ['ben', here, 'ANALYST'],
    ['cleo', here, 'ANALYST'],
    ['rita', here, 'READER'],
    ['tom', there, 'ADMINISTRATOR'],
  ] as const) {
    const email = `${name}@${name === 'tom' ? 'there' : 'here'}.test`
    ids[name] = await s.user({ organizationId, email, name: `${name[0]!.toUpperCase()}${name.slice(1)} Lang`, role })
    tokens[name] = (await s.signIn(email)).token
  }
  const made = async (code: string, status: string) => {
    const { status: answered, body } = await ask('POST', 'collaborations', 'ada', {
      code,
      name: `Talks ${code}`,
      partner_type: 'internal',
      owner: 'ben@here.test',
      members: [{ user: 'rita@here.test', part: 'reader' }],
      status,
    })
    expect(answered).toBe(201)
    return Number(body.response?.['id'])
  }
  channel = await made('ONE', 'active')
  quiet = await made('TWO', 'ended')
  await s.db.system((tx) =>
    tx.query(sql`
      insert into faq (organization_id, code, question, answer, topic, status, is_faq, language) values
        (${here}, 'sales', 'How do I upload sales data?', ${'First words.\n\nOpen Sales data and choose Upload.'}, 'masters', 'published', true, 'en'),
        (${here}, 'hidden', 'How do I upload secrets?', 'Draft.', 'masters', 'draft', true, 'en'),
        (${there}, 'theirs', 'How do I upload sales data there?', 'Foreign.', 'masters', 'published', true, 'en')`),
  )
  await s.db.system((tx) =>
    tx.query(sql`
      insert into customer (organization_id, customer_number, customer_name, status)
      values (${here}, 'C-77', 'Harbour Foods', 'active'), (${there}, 'C-99', 'Harbour Foreign', 'active')`),
  )
})
afterAll(() => s.close())

describe('channels', () => {
  it('are those of one’s collaborations, written in by members while they are active', async () => {
    const mine = records(await ask('GET', 'collaboration-channels', 'ben'))
    expect(mine.map((one) => [one['code'], one['part'], one['may_write']])).toEqual([
      ['ONE', 'owner', true],
      ['TWO', 'owner', false],
    ])
    expect(await channelOf('rita')).toMatchObject({ part: 'reader', may_write: false, people: 2 })
    expect(await channelOf('ada')).toMatchObject({ part: null, may_write: false })
    expect(records(await ask('GET', 'collaboration-channels', 'cleo'))).toEqual([])
    expect(records(await ask('GET', 'collaboration-channels', 'tom'))).toEqual([])
    for (const path of [
      `collaboration-chats?collaboration_id=${channel}`,
      `collaborations-access?collaboration_id=${channel}`,
    ])
      for (const who of ['cleo', 'tom']) expect((await ask('GET', path, who)).status).toBe(404)
  })

  it('are opened to others by who administers collaborations', async () => {
    const body = { collaboration_id: channel, user: 'cleo@here.test', part: 'member' }
    expect((await ask('POST', 'collaborations-access', 'ben', body)).status).toBe(403)
    const given = await ask('POST', 'collaborations-access', 'ada', body)
    expect(records(given).map(({ email, part }) => [email, part])).toEqual([
      ['ben@here.test', 'owner'],
      ['cleo@here.test', 'member'],
      ['rita@here.test', 'reader'],
    ])
    const own = records(await ask('GET', 'collaborations-access', 'cleo'))
    expect(own).toMatchObject([{ collaboration_id: channel, part: 'member', may_write: true }])
  })
})

describe('questions and answers', () => {
  it('are changed by who wrote them, with a trace, and taken away by them or a lead', async () => {
    const asked = await ask('POST', 'collaboration-chat-question', 'cleo', {
      collaboration_id: channel,
      question: 'Wen?',
    })
    const question_id = Number(asked.body.response?.['id'])
    const chats = async () => records(await ask('GET', `collaboration-chats?collaboration_id=${channel}`, 'rita'))
    const change = (who: string, question: string) =>
      ask('PUT', 'collaboration-chat-question', who, { question_id, question })
    expect((await change('ben', 'Mine now')).status).toBe(403)
    expect((await change('tom', 'Theirs now')).status).toBe(404)
    expect((await change('cleo', 'When, @Rita Lang?')).status).toBe(200)
    expect(await chats()).toMatchObject([
      { text: 'When, @Rita Lang?', edited_at: expect.any(String), is_deleted: false },
    ])
    expect((await s.mails()).at(-1)).toMatch(/To: rita@here.test/)
    const answered = await ask('POST', 'collaboration-chat-answer', 'ben', { question_id, answer: 'Now' })
    const answer_id = Number(answered.body.response?.['id'])
    expect((await ask('PUT', 'collaboration-chat-answer', 'cleo', { answer_id, answer: 'Never' })).status).toBe(403)
    expect((await ask('PUT', 'collaboration-chat-answer', 'ben', { answer_id, answer: 'Soon' })).status).toBe(200)

    expect((await ask('DELETE', `collaboration-chat-answer?answer_id=${answer_id}`, 'cleo')).status).toBe(403)
    expect((await ask('DELETE', `collaboration-chat-question?question_id=${question_id}`, 'rita')).status).toBe(403)
    expect((await ask('DELETE', `collaboration-chat-question?question_id=${question_id}`, 'ben')).status).toBe(200)
    expect(await chats()).toMatchObject([
      { text: '', is_deleted: true, answers: [{ text: 'Soon', edited_at: expect.any(String) }] },
    ])
    expect(await channelOf('cleo')).toMatchObject({ open_questions: 0 })
    expect((await change('cleo', 'Back again')).status).toBe(404)
    expect((await ask('DELETE', `collaboration-chat-answer?answer_id=${answer_id}`, 'ben')).status).toBe(200)
    expect(await chats()).toEqual([])
  })

  it('are written, counted as new to others, tell those they name, and are found again', async () => {
    const heard: unknown[] = []
    const stop = await s.db.listen({ [chatChannel]: (payload) => heard.push(JSON.parse(payload)) })
    const asked = await ask('POST', 'collaboration-chat-question', 'ben', {
      collaboration_id: channel,
      question: 'Who knows, @Cleo Lang?',
    })
    expect([asked.status, asked.body.message]).toEqual([201, 'Question asked successfully'])
    expect(await channelOf('cleo')).toMatchObject({ unread: 1, mentioned: 1, open_questions: 1 })
    expect(await channelOf('rita')).toMatchObject({ unread: 1, mentioned: 0 })
    expect(await channelOf('ben')).toMatchObject({ unread: 0 })
    expect((await s.mails()).at(-1)).toMatch(/To: cleo@here.test[\s\S]*community-chat\?channel=/)

    const id = Number(asked.body.response?.['id'])
    const answered = await ask('POST', 'collaboration-chat-answer', 'cleo', {
      question_id: id,
      answer: 'I do.',
      solves: true,
    })
    expect([answered.status, answered.body.message]).toEqual([201, 'Answered successfully'])
    expect(await channelOf('ben')).toMatchObject({ unread: 1, mentioned: 1, open_questions: 0 })
    const chats = records(await ask('GET', `collaboration-chats?collaboration_id=${channel}&search=i do`, 'rita'))
    expect(chats).toMatchObject([
      { id, user_name: 'Ben Lang', solved: true, is_new: true, answers: [{ user_name: 'Cleo Lang', text: 'I do.' }] },
    ])
    expect(records(await ask('GET', `collaboration-chats?collaboration_id=${channel}&show=open`, 'rita'))).toEqual([])
    expect(
      records(await ask('GET', `collaboration-chats?collaboration_id=${channel}&show=mentions`, 'cleo')),
    ).toHaveLength(1)
    await ask('PUT', 'collaboration-chats', 'rita', { collaboration_id: channel })
    expect(await channelOf('rita')).toMatchObject({ unread: 0 })
    await expect.poll(() => heard.length).toBe(2)
    expect(heard[0]).toMatchObject({
      collaborationId: channel,
      users: expect.arrayContaining([ids['rita'], ids['cleo']]),
    })
    await stop()

    expect((await ask('PUT', 'collaboration-chat-question', 'cleo', { question_id: id, solved: false })).status).toBe(
      403,
    )
    expect((await ask('PUT', 'collaboration-chat-question', 'ben', { question_id: id, solved: false })).status).toBe(
      200,
    )
    for (const [who, status] of [
      ['rita', 403],
      ['ada', 403],
      ['tom', 404],
    ] as const)
      expect([
        who,
        (await ask('POST', 'collaboration-chat-answer', who, { question_id: id, answer: 'No.' })).status,
      ]).toEqual([who, status])
  })

  it('stay new where they came after what was seen, and are found by their number with their latest answers', async () => {
    const write = async (question: string) =>
      Number(
        (await ask('POST', 'collaboration-chat-question', 'cleo', { collaboration_id: channel, question })).body
          .response?.['id'],
      )
    await ask('PUT', 'collaboration-chats', 'rita', { collaboration_id: channel })
    const first = await write('<img src=x onerror=alert(1)> [a](javascript:alert(1))')
    const [shown] = records(
      await ask('GET', `collaboration-chats?collaboration_id=${channel}&question_id=${first}`, 'rita'),
    )
    expect(shown).toMatchObject({ id: first, text: '<img src=x onerror=alert(1)> [a](javascript:alert(1))' })
    await write('Another')
    const until = String(shown!['last_at'])
    await ask('PUT', 'collaboration-chats', 'rita', { collaboration_id: channel, until })
    expect(await channelOf('rita')).toMatchObject({ unread: 1 })
    await ask('PUT', 'collaboration-chats', 'rita', { collaboration_id: channel })
    await ask('PUT', 'collaboration-chats', 'rita', { collaboration_id: channel, until })
    expect(await channelOf('rita')).toMatchObject({ unread: 0 })
    for (const answer of ['one', 'two', 'three'])
      await ask('POST', 'collaboration-chat-answer', 'ben', { question_id: first, answer })
    const latest = `collaboration-chats?collaboration_id=${channel}&question_id=${first}&answers=2`
    expect(records(await ask('GET', latest, 'rita'))).toMatchObject([
      { answer_count: 3, answers: [{ text: 'two' }, { text: 'three' }] },
    ])
    const long = await ask('POST', 'collaboration-chat-question', 'cleo', {
      collaboration_id: channel,
      question: 'x'.repeat(8_001),
    })
    expect([long.status, long.body.error?.issues?.[0]?.message]).toEqual([
      422,
      'A message has at most 8,000 characters. Send it in several.',
    ])
  })

  it('stay when who wrote them leaves the channel or is deactivated', async () => {
    const leave = (who: string) => ask('DELETE', `collaborations-access?collaboration_id=${channel}`, who)
    expect((await leave('ben')).status).toBe(403)
    expect((await leave('tom')).status).toBe(404)
    expect((await leave('ada')).status).toBe(404)
    expect((await leave('cleo')).body.message).toBe('You have left the channel.')
    expect(await channelOf('cleo')).toBeUndefined()
    expect((await leave('cleo')).status).toBe(404)
    await s.db.system((tx) => tx.query(sql`update app_user set status = 'deactivated' where email = 'cleo@here.test'`))
    const chats = records(await ask('GET', `collaboration-chats?collaboration_id=${channel}&search=Another`, 'rita'))
    expect(chats).toMatchObject([{ text: 'Another', user_name: 'Cleo Lang' }])
    const history = await ask('GET', `collaborations/${channel}/history`, 'ada')
    expect(JSON.stringify(records(history)[0])).toContain('cleo@here.test')
    await s.db.system((tx) => tx.query(sql`update app_user set status = 'active' where email = 'cleo@here.test'`))
  })

  it('are not written where the collaboration has ended, and not empty', async () => {
    const ended = await ask('POST', 'collaboration-chat-question', 'ben', {
      collaboration_id: quiet,
      question: 'Still there?',
    })
    expect(ended).toMatchObject({ status: 403, body: { message: expect.stringContaining('not active') } })
    expect(
      (await ask('POST', 'collaboration-chat-question', 'ben', { collaboration_id: channel, question: '  ' })).status,
    ).toBe(422)
  })
})

describe('the assistant', () => {
  const sources = ({ body }: Answer) =>
    body.response?.['sources'] as { kind: string; title: string; path: string; passage: string | null }[]

  it('quotes the help and leads to screens, without records unless asked for', async () => {
    const answer = await ask('POST', 'chat', 'ben', { question: 'How do I upload sales data?' })
    expect(answer.body.response).toMatchObject({ model: null, used_database: false })
    const found = sources(answer)
    expect(found[0]).toMatchObject({
      kind: 'help',
      path: '/help?article=sales',
      passage: 'Open Sales data and choose Upload.',
    })
    expect(found).toContainEqual(expect.objectContaining({ kind: 'screen', title: 'Sales data' }))
    expect(JSON.stringify(answer.body)).not.toMatch(/secrets|Foreign/)
    expect(sources(await ask('POST', 'chat', 'ben', { question: 'Harbour Foods?' }))).toEqual([])
  })

  it('finds the records the caller may read with useDatabase, of the own organisation', async () => {
    const answer = await ask('POST', 'chat?useDatabase=true', 'ben', { question: 'What about Harbour Foods and zzz?' })
    expect(sources(answer)).toMatchObject([
      { kind: 'record', title: 'C-77 · Harbour Foods', path: expect.stringMatching(/^\//) },
    ])
    expect(answer.body.response?.['answer']).toMatch(/^I searched .*“harbour”.* and found 1 record/)
    const none = await ask('POST', 'chat?useDatabase=true', 'ben', { question: 'Xylophones?' })
    expect(none.body.response).toMatchObject({ sources: [], answer: expect.stringContaining('found nothing') })
  })

  it('has a model word the answer where one is set up, from what was found alone; what fails is told', async () => {
    const heard: { messages: { content: string }[] }[] = []
    let fails = false
    const model = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => (body += String(part)))
      request.on('end', () => {
        heard.push(JSON.parse(body))
        response.statusCode = fails ? 500 : 200
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ choices: [{ message: { content: 'Choose Upload [1].' } }] }))
      })
    })
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`
    const config = readConfig({ TIERLINE_DATA: s.dataDir, LOG_LEVEL: 'silent', CHAT_URL: url, CHAT_MODEL: 'small' })
    const app = await createApp({ db: s.db, config, screens: s.screens })
    const chat = async () => {
      const headers = { authorization: `Bearer ${tokens['ben']!}` }
      return (
        await app.inject({
          method: 'POST',
          url: '/api/chat',
          headers,
          payload: { question: 'How do I upload sales data?' },
        })
      ).json().response
    }
    try {
      expect(await chat()).toMatchObject({ answer: 'Choose Upload [1].', model: 'small', remark: null })
      expect(heard[0]!.messages[1]!.content).toContain('[1] Help: How do I upload sales data?')
      fails = true
      expect(await chat()).toMatchObject({
        model: null,
        remark: expect.stringContaining('did not answer'),
        answer: expect.stringMatching(/^I searched/),
      })
    } finally {
      await app.close()
      model.close()
    }
  })
})
