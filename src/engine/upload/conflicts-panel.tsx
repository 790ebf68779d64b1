import type { Screen } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { counted } from '#src/widgets/counted.ts'
import type { Take, Upload } from './upload-api.ts'
import { lineCount } from './upload-figures.ts'

interface ConflictsPanelProps {
  readonly upload: Upload
  readonly screen: Screen
  readonly locale: string
  /** Whether the lines in conflict are what is shown below. */
  readonly shown: boolean
  readonly onShow: (shown: boolean) => void
  /** Decides about all of them. */
  readonly onTake: (take: Take | null) => void
}

/** Lines whose records others have changed since the file was made, and what is to become of them. */
export function ConflictsPanel({ upload, screen, locale, shown, onShow, onTake }: ConflictsPanelProps) {
  const open = Number(upload.counts?.conflict ?? 0)
  const decided = Number(upload.counts?.decided ?? 0)
  const records = counted(open + decided, [screen.label, screen.plural], locale)
  return (
    <section
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-panel px-4 py-3"
      aria-labelledby="conflicts-title"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="conflicts-title" className="text-md font-semibold">
          {open === 0
            ? `It is decided about ${lineCount(decided, locale)} in conflict`
            : `${lineCount(open, locale)} in conflict${decided > 0 ? `, ${lineCount(decided, locale)} decided` : ''}`}
        </h2>
        <p className="text-ink-2">
          Others changed or deleted {records} of this file since it was made. Mine writes what the file says, Theirs
          leaves the record as it is now. Without a decision a line is left out.
        </p>
      </div>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" aria-pressed={shown} onClick={() => onShow(!shown)}>
          {shown ? 'Show all lines' : 'Show them'}
        </Button>
        <Button size="sm" onClick={() => onTake('file')}>
          Mine for all
        </Button>
        <Button size="sm" onClick={() => onTake('record')}>
          Theirs for all
        </Button>
        {decided > 0 ? (
          <Button size="sm" variant="ghost" onClick={() => onTake(null)}>
            Decide anew
          </Button>
        ) : null}
      </span>
    </section>
  )
}
