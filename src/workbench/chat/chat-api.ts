import { queryOptions } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'

export interface Channel {
  readonly collaboration_id: number
  readonly code: string
  readonly name: string
  readonly purpose: string | null
  readonly status: string
  readonly part: 'owner' | 'lead' | 'member' | 'reader' | null
  readonly may_write: boolean
  readonly people: number
  readonly open_questions: number
  readonly unread: number
  readonly mentioned: number
}

export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly part: string
}

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
  readonly is_deleted: boolean
  readonly is_new: boolean
  /** The latest of them; `answer_count` is the number of all. */
  readonly answers: readonly ChatAnswer[]
  readonly answer_count: number
}

export type Shown = 'all' | 'open' | 'mine' | 'mentions'

/** What the product holds about a question, and where. */
export interface AssistantSource {
  readonly kind: 'help' | 'screen' | 'record'
  readonly label: string
  readonly title: string
  readonly path: string
  readonly passage: string | null
}

export interface AssistantAnswer {
  readonly answer: string
  /** The model that worded it; null: it is the result of a search. */
  readonly model: string | null
  readonly remark: string | null
  readonly sources: readonly AssistantSource[]
}

export const chatKey = ['chat'] as const
// Where no stream tells of what is new.
const lookAgain = 60_000

interface Listed<T> {
  readonly records: readonly T[]
  readonly total_record: number
}

export const channelsQuery = queryOptions({
  queryKey: [...chatKey, 'channels'],
  queryFn: async ({ signal }) => (await api.get<Listed<Channel>>('collaboration-channels', { signal })).records,
  refetchInterval: lookAgain,
  meta: { quiet: true },
})

export const peopleQuery = (id: number) =>
  queryOptions({
    queryKey: [...chatKey, 'people', id],
    queryFn: async ({ signal }) =>
      (await api.get<Listed<Person>>('collaborations-access', { query: { collaboration_id: id }, signal })).records,
    staleTime: lookAgain,
    meta: { quiet: true },
  })

/** Questions of one page. */
export const step = 30

export const chatsQuery = (id: number, show: Shown, search: string, page: number) =>
  queryOptions({
    queryKey: [...chatKey, 'chats', id, show, search, page],
    queryFn: ({ signal }) =>
      api.get<Listed<ChatQuestion>>('collaboration-chats', {
        query: { collaboration_id: id, show, search, page, limit: step },
        signal,
      }),
    // What is new comes on the first page.
    refetchInterval: page === 1 ? lookAgain : false,
    meta: { quiet: true },
  })

/** A question with all its answers; null where it is not in the channel. */
export const oneQuestionQuery = (id: number, question: number) =>
  queryOptions({
    queryKey: [...chatKey, 'question', id, question],
    queryFn: async ({ signal }) =>
      (
        await api.get<Listed<ChatQuestion>>('collaboration-chats', {
          query: { collaboration_id: id, question_id: question, answers: 5_000 },
          signal,
        })
      ).records[0] ?? null,
    meta: { quiet: true },
  })

export const askInChannel = (id: number, question: string) =>
  api.answer('POST', 'collaboration-chat-question', { json: { collaboration_id: id, question } })

export const answerIn = (question: number, answer: string, solves: boolean) =>
  api.answer('POST', 'collaboration-chat-answer', { json: { question_id: question, answer, solves } })

export const setSolved = (question: number, solved: boolean) =>
  api.answer('PUT', 'collaboration-chat-question', { json: { question_id: question, solved } })

export const changeQuestion = (question: number, text: string) =>
  api.answer('PUT', 'collaboration-chat-question', { json: { question_id: question, question: text } })

export const changeAnswer = (answer: number, text: string) =>
  api.answer('PUT', 'collaboration-chat-answer', { json: { answer_id: answer, answer: text } })

export const deleteQuestion = (question: number) =>
  api.answer('DELETE', 'collaboration-chat-question', { query: { question_id: question } })

export const deleteAnswer = (answer: number) =>
  api.answer('DELETE', 'collaboration-chat-answer', { query: { answer_id: answer } })

/** What was written up to `until` is seen. */
export const markSeen = (id: number, until: string) =>
  api.put('collaboration-chats', { json: { collaboration_id: id, until }, background: true })

export const leaveChannel = (id: number) =>
  api.answer('DELETE', 'collaborations-access', { query: { collaboration_id: id } })

export const askAssistant = (question: string, withRecords: boolean) =>
  api.post<AssistantAnswer>('chat', {
    query: withRecords ? { useDatabase: 'true' } : {},
    json: { question },
    reads: true,
  })
