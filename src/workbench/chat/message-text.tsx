import { Link } from '#src/ui/link.tsx'
import type { Person } from './chat-api.ts'
import { partsOf } from './message-parts.ts'

/** A message as it was written: people it names stand out, addresses are links. */
export function MessageText({ text, people }: { text: string; people: readonly Person[] }) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {partsOf(text, people).map(({ kind, text: part }, at) =>
        kind === 'name' ? (
          <strong key={at} className="font-semibold text-accent-ink">
            {part}
          </strong>
        ) : kind === 'page' ? (
          <Link key={at} to={part} className="text-accent-ink underline">
            {part}
          </Link>
        ) : kind === 'address' ? (
          <a key={at} href={part} rel="noreferrer" target="_blank" className="text-accent-ink underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
