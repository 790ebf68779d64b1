import type { ScreenDefinition } from '#src/definition'
import { partsOf } from '#src/definition/summary.ts'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import {
  addColumn,
  type ColumnKind,
  type Fields,
  moveColumn,
  offeredFor,
  removeColumn,
  setLabel,
  setSource,
  wordsFor,
  wordsOf,
} from './result-edit.ts'
import { OrderButtons } from './order-buttons.tsx'

interface ResultColumnsProps {
  readonly kind: ColumnKind
  readonly title: string
  readonly help: string
  readonly definition: ScreenDefinition
  /** The fields of the records that are added up. */
  readonly source: Fields
  /** What the records are called. */
  readonly plural: string
  readonly onEdit: (definition: ScreenDefinition) => void
}

/** The columns that a result is grouped by, or that are worked out of each group. */
export function ResultColumns({ kind, title, help, definition, source, plural, onEdit }: ResultColumnsProps) {
  const columns = Object.entries(definition.result!.summary![kind] as Readonly<Record<string, string>>)
  const offered = offeredFor(kind, source).map((name) => ({ value: name, label: wordsOf(source, name) }))
  const count = { value: 'count', label: `Number of ${plural.toLowerCase()}` }
  const put = (name: string, from: string) => onEdit(setSource(definition, kind, name, from, source, plural))
  const first = (name: string): string => {
    // What of a field is there already is not offered first again.
    const froms = wordsFor(kind, source[name]!).map(({ value }) => (value === '' ? name : `${name}.${value}`))
    return froms.find((from) => !columns.some(([, taken]) => taken === from)) ?? froms[0]!
  }
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-panel p-4">
      <h2 className="text-md font-semibold">{title}</h2>
      <p className="mb-3 text-ink-2">{help}</p>
      <ol className="flex flex-col gap-2">
        {columns.map(([name, from], at) => {
          const [field, word] = partsOf(from)
          const label = wordsOf(definition.fields, name)
          return (
            <li key={name} className="flex flex-wrap items-center gap-2 max-sm:border-b max-sm:border-line max-sm:pb-3">
              <span className="w-44 min-w-0 grow sm:grow-0">
                <Input
                  aria-label={`Heading of ${label}`}
                  value={definition.fields[name]?.label ?? label}
                  onChange={(event) => onEdit(setLabel(definition, name, event.target.value))}
                />
              </span>
              <span className="w-48 min-w-0 grow sm:grow-0">
                <Select
                  aria-label={`Where ${label} comes from`}
                  value={field}
                  options={kind === 'figures' ? [count, ...offered] : offered}
                  onChange={({ target: { value } }) => put(name, value === 'count' ? value : first(value))}
                />
              </span>
              {from !== 'count' && source[field] ? (
                <span className="w-40 min-w-0 grow sm:grow-0">
                  <Select
                    aria-label={`What of ${label}`}
                    value={word ?? ''}
                    options={wordsFor(kind, source[field])}
                    onChange={({ target: { value } }) => put(name, value === '' ? field : `${field}.${value}`)}
                  />
                </span>
              ) : null}
              <span className="ml-auto flex">
                <OrderButtons
                  what={label}
                  at={at}
                  of={columns.length}
                  onMove={(to) => onEdit(moveColumn(definition, kind, name, to))}
                  removal={{ label: `Leave out ${label}`, onClick: () => onEdit(removeColumn(definition, name)) }}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <span className="mt-3 block w-64">
        <Select
          aria-label={`Add to ${title.toLowerCase()}`}
          placeholder="Add…"
          value=""
          options={kind === 'figures' ? [count, ...offered] : offered}
          onChange={({ target: { value } }) => {
            if (value !== '')
              onEdit(addColumn(definition, kind, value === 'count' ? value : first(value), source, plural))
          }}
        />
      </span>
    </section>
  )
}
