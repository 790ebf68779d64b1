import { fieldDisplays, type Field, type Filter, type Screen } from '#src/definition'
import { useState } from 'react'
import { ArrowLeftIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { FilterEditor } from '#src/widgets/filter-editor.tsx'

const searchFrom = 12

/** The fields one can filter by: those the definition names first, then the others. */
export function filterableFields(screen: Screen): readonly Field[] {
  const named = screen.list?.filters ?? []
  const can = screen.fields.filter((field) => fieldDisplays[field.type].operators.length > 0 && !field.hidden)
  const first = named.flatMap((name) => can.filter((field) => field.name === name))
  return [...first, ...can.filter((field) => !first.includes(field))]
}

interface FilterPanelProps {
  readonly screen: Screen
  /** The field to begin with; null: it is chosen first. */
  readonly first: Field | null
  readonly onAdd: (filter: Filter) => void
}

/** First the field, then how and with what. */
export function FilterPanel({ screen, first, onAdd }: FilterPanelProps) {
  const [field, setField] = useState<Field | null>(first)
  if (!field) return <FieldList fields={filterableFields(screen)} onPick={setField} />
  return (
    <>
      <button
        type="button"
        className="mb-2 inline-flex items-center gap-1 rounded text-sm text-ink-2 hover:text-ink-1"
        onClick={() => setField(null)}
      >
        <ArrowLeftIcon size={12} />
        All fields
      </button>
      <FilterEditor key={field.name} field={field} onApply={onAdd} />
    </>
  )
}

function FieldList({ fields, onPick }: { readonly fields: readonly Field[]; readonly onPick: (field: Field) => void }) {
  const [wanted, setWanted] = useState('')
  const shown = fields.filter((field) => field.label.toLowerCase().includes(wanted.trim().toLowerCase()))
  return (
    <div className="w-64">
      {fields.length >= searchFrom && (
        <Input
          className="mb-2"
          aria-label="Search the fields"
          placeholder="Search the fields"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <ul aria-label="Fields" className="max-h-80 overflow-auto">
        {shown.map((field) => (
          <li key={field.name}>
            <button
              type="button"
              className="w-full truncate rounded-sm px-2.5 py-1.5 text-start hover:bg-hover"
              onClick={() => onPick(field)}
            >
              {field.label}
            </button>
          </li>
        ))}
        {shown.length === 0 && <li className="px-2.5 py-1.5 text-ink-3">No field of that name</li>}
      </ul>
    </div>
  )
}
