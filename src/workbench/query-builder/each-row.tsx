import { Select } from '#src/ui/select.tsx'
import type { EditProps } from './column-list.tsx'
import { listEach } from './query-edit.ts'

/** Whether a line is a record, or a row within one: a rule of a contract, a contact of a customer. */
export function EachRow({ query, book, onChange }: EditProps) {
  const table = book.tableAt('')
  const offers = (table?.related ?? []).filter(({ rows }) => rows !== undefined)
  if (!table || (offers.length === 0 && query.each === undefined)) return null
  return (
    <label className="flex flex-wrap items-center gap-2">
      <span className="text-ink-2">One line for</span>
      <Select
        className="max-w-72"
        value={query.each ?? ''}
        options={[
          { value: '', label: `each ${table.singular.toLowerCase()}` },
          ...offers.map(({ rows, label }) => ({ value: rows!, label: `each row of ${label.toLowerCase()}` })),
        ]}
        onChange={(event) => onChange(listEach(query, event.target.value || undefined))}
      />
    </label>
  )
}
