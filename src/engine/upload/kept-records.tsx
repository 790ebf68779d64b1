import { fillPath, type Screen } from '#src/definition'
import { Link } from '#src/ui/link.tsx'
import type { UndoneResult } from './upload-api.ts'

interface KeptRecordsProps {
  readonly screen: Screen
  readonly undone: UndoneResult
  readonly locale: string
}

/** The records that taking an import back left as they are, with the reason for each. */
export function KeptRecords({ screen, undone, locale }: KeptRecordsProps) {
  const rows = undone.kept_rows ?? []
  if (rows.length === 0) return null
  const view = screen.form?.view
  return (
    <section className="rounded-lg border border-line bg-panel px-4 py-3" aria-labelledby="kept-title">
      <h2 id="kept-title" className="mb-1 text-md font-semibold">
        Kept as they are
      </h2>
      <ul className="max-h-72 overflow-auto">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap gap-x-3 py-1">
            {view ? (
              <Link
                to={fillPath(view, { id: String(row.id), Id: String(row.id), ID: String(row.id) })}
                className="text-accent-ink hover:underline"
              >
                {row.title || row.id}
              </Link>
            ) : (
              <span className="text-ink-1">{row.title || row.id}</span>
            )}
            <span className="text-ink-2">{row.reason}</span>
          </li>
        ))}
      </ul>
      {undone.kept > rows.length ? (
        <p className="mt-1 text-ink-3">and {new Intl.NumberFormat(locale).format(undone.kept - rows.length)} more</p>
      ) : null}
    </section>
  )
}

/** What taking back did, as a sentence. */
export function undoneWords({ deleted, restored, kept }: UndoneResult, locale: string): string {
  const number = new Intl.NumberFormat(locale)
  const records = (count: number) => `${number.format(count)} ${count === 1 ? 'record' : 'records'}`
  const parts = [
    deleted > 0 ? `${records(deleted)} deleted` : '',
    restored > 0 ? `${records(restored)} given ${restored === 1 ? 'its' : 'their'} former values` : '',
    kept > 0 ? `${records(kept)} kept, because of what happened to ${kept === 1 ? 'it' : 'them'} since` : '',
  ].filter((part) => part !== '')
  return `${parts.join(', ') || 'Nothing was left to take back'}.`
}
