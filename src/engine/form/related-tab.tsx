import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fillPath } from '#src/definition'
import { printSortKey } from '#src/definition/sort-key.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { listQuery } from '#src/data/records.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { PlusIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#src/ui/states.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { userLocale } from '#src/data/user-locale.ts'
import { RelatedResult } from './related-result.tsx'
import { RelatedTable } from './related-table.tsx'
import type { Related } from './use-related.ts'

const limit = 20
const most = 7

/** What other screens hold of a record, in short; the whole list is one click away. */
export function RelatedTab({ related }: { related: Related }) {
  return related.screen.result ? <RelatedResult related={related} /> : <RelatedList related={related} />
}

function RelatedList({ related }: { related: Related }) {
  const { screen, by, key } = related
  const client = useQueryClient()
  const allowed = useAllowed()
  const locale = userLocale()
  const columns = (screen.list?.columns ?? [])
    .filter((name) => name !== by)
    .flatMap((name) => screen.fields.find((field) => field.name === name && !field.hidden) ?? [])
    .slice(0, most)
  const parameters = {
    [by]: key,
    limit: String(limit),
    columns: columns.map((field) => field.name).join(','),
    sort: (screen.list?.sort ?? []).map(printSortKey).join(','),
  }
  const page = useQuery({
    ...listQuery(client, { endpoint: screen.endpoint ?? screen.name, screen: screen.name, parameters }),
    meta: { quiet: true },
  })
  const all = `${screen.list?.path}?${new URLSearchParams({ [by]: key }).toString()}`
  const create =
    allowed(screen.access.create) && screen.form
      ? `${screen.form.create}?${new URLSearchParams({ [by]: key }).toString()}`
      : null
  const newLink = create ? (
    <Link to={create} className={buttonClass()}>
      <PlusIcon className="-ml-0.5" />
      New {screen.label.toLowerCase()}
    </Link>
  ) : null
  if (page.isError) {
    return (
      <ErrorState
        title={`${screen.plural} could not be loaded`}
        compact
        actions={<Button onClick={() => void page.refetch()}>Try again</Button>}
      >
        {errorMessage(page.error)}
      </ErrorState>
    )
  }
  if (page.isPending) {
    return (
      <div
        role="status"
        aria-label={`Loading ${screen.plural.toLowerCase()}`}
        className="rounded-lg border border-line bg-panel p-5"
      >
        <SkeletonLines lines={6} />
      </div>
    )
  }
  const { records, total_record: total, labels = {} } = page.data
  if (records.length === 0) {
    return (
      <EmptyState title={`No ${screen.plural.toLowerCase()} yet`} compact actions={newLink}>
        What belongs to {key} would be listed here.
      </EmptyState>
    )
  }
  return (
    <section className="rounded-lg border border-line bg-panel" aria-label={screen.plural}>
      <header className="flex flex-wrap items-center gap-2 px-4 py-2.5">
        <p className="min-w-0 flex-1 text-ink-2">
          {total === null || total <= records.length
            ? `${records.length} found`
            : `The first ${records.length} of ${new Intl.NumberFormat(locale).format(total)}`}
        </p>
        {newLink}
        <Link to={all} className={buttonClass()}>
          Open list
        </Link>
      </header>
      <RelatedTable
        screen={screen}
        columns={columns}
        records={records}
        labels={labels}
        pathOf={(record) => (screen.form ? fillPath(screen.form.view, { id: String(record['id']) }) : null)}
      />
    </section>
  )
}
