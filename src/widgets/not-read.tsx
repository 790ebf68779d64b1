import { errorMessage } from '#src/data/api-error.ts'
import { Spinner } from '#src/ui/spinner.tsx'

export interface NotReadProps {
  /** "Not counted", "Totals could not be read". */
  readonly what: string
  readonly error: unknown
  readonly isBusy: boolean
  readonly onAgain: () => void
}

/** Says quietly, in its place, that a part could not be read although the rest is there, and tries it again. */
export function NotRead({ what, error, isBusy, onAgain }: NotReadProps) {
  return (
    <span className="inline-flex items-center gap-2">
      {what}
      {isBusy ? (
        <Spinner />
      ) : (
        <button
          type="button"
          aria-label={`${what}: try again`}
          data-tip={errorMessage(error)}
          className="rounded font-normal text-accent-ink hover:underline"
          onClick={onAgain}
        >
          Try again
        </button>
      )}
    </span>
  )
}
