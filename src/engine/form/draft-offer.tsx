import type { Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { HistoryIcon } from '#src/ui/icons.tsx'
import type { RecordDraft } from './drafts.ts'

interface DraftOfferProps {
  readonly draft: RecordDraft
  readonly locale: string
  readonly fields: ReadonlyMap<string, Field>
  readonly onRestore: () => void
  readonly onDiscard: () => void
}

/** Offers what was typed before the page was reloaded. */
export function DraftOffer({ draft, locale, fields, onRestore, onDiscard }: DraftOfferProps) {
  const at = new Date(draft.at)
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    day: 'numeric',
    month: 'short',
  }).format(at)
  const names = Object.keys(draft.changes).flatMap((name) => fields.get(name)?.label ?? [])
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-accent-soft px-4 py-3"
    >
      <HistoryIcon className="shrink-0 text-accent-ink" />
      <p className="min-w-0 flex-1 text-ink-1">
        You have unsaved changes from {time}: {names.slice(0, 4).join(', ')}
        {names.length > 4 ? ` and ${names.length - 4} more` : ''}.
      </p>
      <Button onClick={onDiscard}>Discard them</Button>
      <Button variant="primary" onClick={onRestore}>
        Restore them
      </Button>
    </div>
  )
}
