import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { notify } from '#src/ui/notify.ts'
import { Tag } from '#src/ui/tag.tsx'
import {
  answerIn,
  changeAnswer,
  changeQuestion,
  deleteAnswer,
  deleteQuestion,
  type Channel,
  chatKey,
  type ChatQuestion,
  oneQuestionQuery,
  type Person,
  setSolved,
} from './chat-api.ts'
import { Message } from './message.tsx'
import { draftOf } from './drafts.ts'
import { MessageForm } from './message-form.tsx'

interface QuestionCardProps {
  readonly question: ChatQuestion
  readonly channel: Channel
  readonly people: readonly Person[]
  readonly me: number
  /** A link led here. */
  readonly isMeant: boolean
}

/** A question with what was answered, and the place to answer. */
export function QuestionCard({ question, channel, people, me, isMeant }: QuestionCardProps) {
  const client = useQueryClient()
  const draft = `answer ${me} ${question.id}`
  const [isAnswering, setAnswering] = useState(() => draftOf(draft) !== undefined)
  const [isResumed] = useState(isAnswering)
  const [isWhole, setWhole] = useState(false)
  const whole = useQuery({ ...oneQuestionQuery(channel.collaboration_id, question.id), enabled: isWhole })
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isMeant) card.current?.scrollIntoView({ block: 'center' })
  }, [isMeant])
  const { id, text, user_id: asker, user_name: name, solved, asked_at: at, is_new: isNew } = question
  const answers = whole.data?.answers ?? question.answers
  const earlier = question.answer_count - answers.length
  const leads = channel.part === 'owner' || channel.part === 'lead'
  const mayClose = channel.may_write && (asker === me || leads)
  const close = async () => {
    try {
      notify.success((await setSolved(id, !solved)).message ?? '')
      await client.invalidateQueries({ queryKey: chatKey })
    } catch (error) {
      notify.error(errorMessage(error))
    }
  }
  return (
    <article
      ref={card}
      aria-label={`Question of ${name}${text === '' ? '' : `: ${text.slice(0, 60)}`}`}
      className={cx('rounded-lg border bg-panel', isMeant ? 'border-accent' : 'border-line')}
    >
      <div className="flex flex-col gap-1.5 px-4 py-3">
        <Message
          what="question"
          id={`question ${id}`}
          editedAt={question.edited_at}
          isDeleted={question.is_deleted}
          mayEdit={channel.may_write && asker === me}
          mayDelete={channel.may_write && (asker === me || leads)}
          onEdit={(words) => changeQuestion(id, words)}
          onDelete={() => deleteQuestion(id)}
          marks={
            <>
              {solved ? (
                <Tag tone="ok">Solved</Tag>
              ) : answers.length === 0 ? (
                <Tag tone="warn">Waits for an answer</Tag>
              ) : null}
              {isNew && asker !== me ? <Tag tone="accent">New</Tag> : null}
            </>
          }
          {...{ text, name, at, people, me }}
        />
      </div>
      {earlier > 0 ? (
        <div className="border-t border-line px-4 py-2.5">
          <Button size="sm" busy={whole.isFetching} onClick={() => (isWhole ? void whole.refetch() : setWhole(true))}>
            Show {earlier.toLocaleString(userLocale())} earlier answers
          </Button>
          {whole.error ? <p className="mt-1 text-sm text-bad">{errorMessage(whole.error)}</p> : null}
        </div>
      ) : null}
      {answers.length > 0 ? (
        <ul aria-label="Answers" className="flex flex-col gap-3 border-t border-line px-4 py-3 ps-8">
          {answers.map((answer) => (
            <li key={answer.id} className="flex flex-col gap-1 border-s-2 border-line ps-3">
              <Message
                what="answer"
                id={`answer ${answer.id}`}
                text={answer.text}
                name={answer.user_name}
                at={answer.answered_at}
                editedAt={answer.edited_at}
                mayEdit={channel.may_write && answer.user_id === me}
                mayDelete={channel.may_write && (answer.user_id === me || leads)}
                onEdit={(words) => changeAnswer(answer.id, words)}
                onDelete={() => deleteAnswer(answer.id)}
                {...{ people, me }}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {channel.may_write ? (
        <div className="border-t border-line px-4 py-2.5">
          {isAnswering ? (
            <MessageForm
              label="Your answer"
              send="Answer"
              draft={draft}
              takesFocus={!isResumed}
              people={people.filter((person) => person.id !== me)}
              {...(solved ? {} : { option: 'This solves it' })}
              onCancel={() => setAnswering(false)}
              onSend={async (words, solves) => {
                notify.success((await answerIn(id, words, solves)).message ?? '')
                setAnswering(false)
                await client.invalidateQueries({ queryKey: chatKey })
              }}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setAnswering(true)}>
                Answer
              </Button>
              {mayClose ? (
                <Button size="sm" variant="ghost" onClick={() => void close()}>
                  {solved ? 'Open it again' : 'Mark as solved'}
                </Button>
              ) : null}
            </div>
          )}
        </div>
      ) : null}
    </article>
  )
}
