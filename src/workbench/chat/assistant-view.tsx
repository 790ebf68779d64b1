import { useRef, useState, type FormEvent } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { type AssistantAnswer, askAssistant } from './chat-api.ts'

interface Exchange {
  readonly id: number
  readonly question: string
  readonly answer?: AssistantAnswer
  readonly problem?: string
}

/** Looks questions up in the help, the menu and, where wanted, one's records, and says where it found what. */
export function AssistantView() {
  const [question, setQuestion] = useState('')
  const [withRecords, setWithRecords] = useState(true)
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const next = useRef(1)
  const busy = exchanges[0] !== undefined && !exchanges[0].answer && !exchanges[0].problem
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    const asked = question.trim()
    if (asked.length < 2 || busy) return
    const id = next.current
    next.current += 1
    setExchanges((before) => [{ id, question: asked }, ...before])
    setQuestion('')
    const end = (outcome: Partial<Exchange>) =>
      setExchanges((before) => before.map((one) => (one.id === id ? { ...one, ...outcome } : one)))
    try {
      end({ answer: await askAssistant(asked, withRecords) })
    } catch (error) {
      end({ problem: errorMessage(error) })
    }
  }
  return (
    <section aria-label="Assistant" className="flex min-w-0 flex-col gap-4">
      <header>
        <h2 className="text-lg font-semibold">Assistant</h2>
        <p className="max-w-3xl text-ink-2">
          Looks a question up in the help and the menu, and in the records you may read, and leads to what it found.
        </p>
      </header>
      <form onSubmit={(event) => void ask(event)} className="flex max-w-3xl flex-col gap-2">
        <div className="flex gap-2">
          <Input
            aria-label="Question to the assistant"
            placeholder="How do I upload sales? Which contracts has Harbour Foods?"
            prefix={<SearchIcon />}
            maxLength={2000}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
          />
          <Button type="submit" variant="primary" disabled={question.trim().length < 2 || busy}>
            Ask
          </Button>
        </div>
        <label className="flex items-center gap-2">
          <Checkbox checked={withRecords} onChange={(event) => setWithRecords(event.currentTarget.checked)} />
          Search the records too
        </label>
      </form>
      <div aria-live="polite" className="flex max-w-3xl flex-col gap-3">
        {exchanges.map((one) => (
          <ExchangeCard key={one.id} {...one} />
        ))}
      </div>
    </section>
  )
}

function ExchangeCard({ question, answer, problem }: Exchange) {
  return (
    <article aria-label={question} className="rounded-lg border border-line bg-panel px-4 py-3">
      <h3 className="font-semibold break-words">{question}</h3>
      {problem ? <p className="mt-2 text-bad">{problem}</p> : null}
      {!answer && !problem ? (
        <p className="mt-2 flex items-center gap-2 text-ink-2">
          <Spinner /> Looking it up
        </p>
      ) : null}
      {answer ? (
        <>
          <p className="mt-2 break-words whitespace-pre-wrap">{answer.answer}</p>
          {answer.remark ? <p className="mt-1 text-sm text-warn">{answer.remark}</p> : null}
          {answer.sources.length > 0 ? (
            <ol aria-label="Found" className="mt-3 flex flex-col gap-2">
              {answer.sources.map(({ label, title, path, passage }, at) => (
                <li key={path} className="flex gap-2">
                  <span className="w-6 shrink-0 text-right text-ink-3 tabular-nums">{at + 1}.</span>
                  <span className="min-w-0">
                    <Link to={path} className="font-medium break-words text-accent-ink hover:underline">
                      {title}
                    </Link>{' '}
                    <span className="text-sm text-ink-3">{label}</span>
                    {passage ? <span className="block text-sm break-words text-ink-2">{passage}</span> : null}
                  </span>
                </li>
              ))}
            </ol>
          ) : null}
          <p className="mt-3 text-sm text-ink-3">
            {answer.model
              ? `Worded by ${answer.model} from what is listed. Check it there.`
              : 'Found by searching, as it stands in the product; nothing was made up.'}
          </p>
        </>
      ) : null}
    </article>
  )
}
