import { useMemo, useState } from 'react'
import { numberTypes, type Field, type Screen } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { SearchIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import { sampleRecords } from './sample-records.ts'

type Sample = Readonly<Record<string, unknown>>

/** Every word in one of the searched fields, as the list itself searches. */
const isFound = (record: Sample, searched: readonly Field[], text: string): boolean =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((word) =>
      searched.some((field) =>
        String(record[field.name] ?? '')
          .toLowerCase()
          .includes(word),
      ),
    )

/** The list of a definition with records made up, to be searched and filtered as the list itself. */
export function ListPreview({ screen, locale }: { screen: Screen; locale: string }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const records = useMemo(() => sampleRecords(screen), [screen])
  const named = (names: readonly string[]) =>
    names.flatMap((name) => screen.fields.find((field) => field.name === name) ?? [])
  const columns = named(screen.list?.columns ?? [])
  const searched = screen.fields.filter((field) => field.search)
  const filters = named(screen.list?.filters ?? []).filter((field) => field.choices?.length)
  const shown = records.filter(
    (record) =>
      isFound(record, searched, search) &&
      filters.every(({ name }) => !chosen[name] || String(record[name]) === chosen[name]),
  )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {searched.length > 0 ? (
          <span className="min-w-40 flex-1">
            <Input
              type="search"
              aria-label={`Search ${screen.plural.toLowerCase()}`}
              placeholder={`Search ${searched.map(({ label }) => label.toLowerCase()).join(', ')}`}
              prefix={<SearchIcon />}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          </span>
        ) : screen.table ? (
          <p className="text-sm text-ink-3">No field is searched.</p>
        ) : null}
        {filters.map((field) => (
          <span key={field.name} className="w-40">
            <Select
              aria-label={`Filter by ${field.label}`}
              placeholder={field.label}
              options={field.choices ?? []}
              value={chosen[field.name] ?? ''}
              onChange={(event) => setChosen((before) => ({ ...before, [field.name]: event.target.value }))}
            />
          </span>
        ))}
        {Object.values(chosen).some(Boolean) ? (
          <Button size="sm" variant="ghost" onClick={() => setChosen({})}>
            Clear filters
          </Button>
        ) : null}
      </div>
      <div
        className="overflow-x-auto rounded-lg border border-line bg-panel"
        role="region"
        aria-label="List with made-up records"
        tabIndex={0}
      >
        <table className="w-full border-collapse text-left whitespace-nowrap">
          <thead className="text-sm text-ink-2">
            <tr className="border-b border-line">
              {columns.map((field) => (
                <th
                  key={field.name}
                  scope="col"
                  className={`px-3 py-2 font-semibold ${numberTypes.has(field.type) ? 'text-right' : ''}`}
                >
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((record) => (
              <tr key={String(record['id'])} className="border-b border-line last:border-0">
                {columns.map((field) => (
                  <td
                    key={field.name}
                    className={`h-(--row) px-3 ${numberTypes.has(field.type) ? 'text-right tabular-nums' : ''}`}
                  >
                    {renderCell(record[field.name], field, { locale, labels: {} })}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 ? <p className="px-3 py-4 text-ink-2">{screen.messages.empty}</p> : null}
      </div>
    </div>
  )
}
