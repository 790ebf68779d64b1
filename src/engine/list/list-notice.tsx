import { useEffect, useState } from 'react'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'

/** What a question to the server has come to, as the query of the rows tells it. */
export interface Asked {
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  readonly data: unknown
  readonly error: unknown
  /** The rows in sight are those of an earlier question. */
  readonly isPlaceholderData: boolean
  readonly dataUpdatedAt: number
}

interface ListNoticeProps {
  readonly asked: Asked
  /** What is asked for: "sales lines". */
  readonly what: string
  readonly locale: string
  readonly onStop: () => void
  readonly onAgain: () => void
}

// Below this nobody wants to be told; above it nobody waits without being told.
const patience = 1000

function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(() => setSlow(true), patience)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return slow
}

/** Says over the rows what is with them: still on their way, stopped, or no longer fresh. Nothing moves for it. */
export function ListNotice({ asked, what, locale, onStop, onAgain }: ListNoticeProps) {
  const waited = asked.data === undefined || asked.isPlaceholderData
  const slow = useSlow(asked.fetchStatus === 'fetching' && waited)
  const stopped = asked.fetchStatus === 'idle' && waited && !asked.error
  const old = Boolean(asked.error) && asked.data !== undefined && asked.fetchStatus === 'idle'
  const at = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(asked.dataUpdatedAt)
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-12 z-30 flex justify-center px-4">
      {(slow || stopped || old) && (
        <div className="float-in pointer-events-auto flex max-w-full flex-wrap items-center gap-3 rounded-lg bg-panel py-2 ps-4 pe-2 shadow-float">
          {slow && <Spinner />}
          <p>
            {slow
              ? `Still reading the ${what}`
              : stopped
                ? asked.isPlaceholderData
                  ? 'Reading was stopped. These are the rows from before.'
                  : 'Reading was stopped.'
                : `Could not be read again: ${errorMessage(asked.error)} These rows are from ${at}.`}
          </p>
          <Button size="sm" onClick={slow ? onStop : onAgain}>
            {slow ? 'Stop' : 'Try again'}
          </Button>
        </div>
      )}
    </div>
  )
}
