import { useQuery } from '@tanstack/react-query'
import { api } from '#src/data/api.ts'
import { errorMessage } from '#src/data/api-error.ts'
import type { RecordPage } from '#src/data/records.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { RelatedTable } from './related-table.tsx'
import type { Related } from './use-related.ts'

const limit = 100
const most = 9

/** A result of another screen about this record; the whole of it is one click away. */
export function RelatedResult({ related }: { related: Related }) {
  const { screen, by, key } = related
  const locale = userLocale()
  const { result } = screen
  const columns = (result?.columns ?? [])
    .filter((name) => name !== by)
    .flatMap((name) => screen.fields.find((field) => field.name === name) ?? [])
    .slice(0, most)
  // What is not asked for is as usual: the server fills in the defaults of the parameters.
  const asked = { [by]: key }
  const page = useQuery({
    queryKey: [screen.endpoint, 'related', asked],
    queryFn: ({ signal }) =>
      api.post<RecordPage>(screen.endpoint ?? '', { json: { ...asked, page: 1, limit }, signal, reads: true }),
    meta: { quiet: true },
  })
  if (page.isError)
    return (
      <ErrorState
        title={`${screen.plural} could not be worked out`}
        compact
        actions={<Button onClick={() => void page.refetch()}>Try again</Button>}
      >
        {errorMessage(page.error)}
      </ErrorState>
    )
  if (page.isPending)
    return (
      <div role="status" aria-label={`Loading ${screen.plural}`} className="rounded-lg border border-line bg-panel p-5">
        <SkeletonLines lines={6} />
      </div>
    )
  const { records, total_record: total, labels = {} } = page.data
  if (records.length === 0)
    return (
      <EmptyState title={screen.messages.empty} compact>
        {screen.plural} of {key} would be shown here.
      </EmptyState>
    )
  const query = new URLSearchParams(asked)
  return (
    <section className="rounded-lg border border-line bg-panel" aria-label={screen.plural}>
      <header className="flex flex-wrap items-center gap-2 px-4 py-2.5">
        <p className="min-w-0 flex-1 text-ink-2">
          {total === null || total <= records.length
            ? `${records.length} found`
            : `The first ${records.length} of ${new Intl.NumberFormat(locale).format(total)}`}
        </p>
        <Link to={`${result?.criteria}?${query.toString()}`} className={buttonClass()}>
          With other criteria
        </Link>
        <Link to={`${result?.path}?${query.toString()}`} className={buttonClass()}>
          Open result
        </Link>
      </header>
      <RelatedTable screen={screen} columns={columns} records={records} labels={labels} pathOf={() => null} />
    </section>
  )
}
