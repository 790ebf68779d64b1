import { useQuery } from '@tanstack/react-query'
import type { Screen } from '#src/definition'
import { historyQuery, type ApiRecord } from '#src/data/records.ts'
import { agoIn } from '#src/widgets/ago.ts'
import { userLocale } from '#src/data/user-locale.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function When({ at, locale }: { at: string; locale: string }) {
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
  return (
    <time dateTime={at} title={whole}>
      {agoIn(locale, at)}
    </time>
  )
}

/** When a record was made and who changed it last, in one quiet line. */
export function RecordFacts({ screen, record }: { screen: Screen; record: ApiRecord }) {
  const locale = userLocale()
  const last = useQuery({
    ...historyQuery(screen.endpoint ?? screen.name, record.id, 1, 1),
    enabled: screen.table?.history === true,
    staleTime: 30_000,
    meta: { quiet: true },
  }).data?.records[0]
  const [created, updated] = [textOf(record['created_at']), textOf(record['updated_at'])]
  if (created === null) return null
  const changed = updated !== null && Number(record.row_version ?? 1) > 1
  const by = last?.user ? ` by ${last.user}` : ''
  return (
    <p className="mt-4 min-h-5 px-1 text-sm text-ink-3 print:hidden">
      Created <When at={created} locale={locale} />
      {changed ? (
        <>
          {' · last changed '}
          <When at={updated} locale={locale} />
        </>
      ) : null}
      {by}
    </p>
  )
}
