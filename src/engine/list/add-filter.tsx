import { fieldDisplays, type Field, type Filter, type Screen } from '#src/definition'
import { useState } from 'react'
import { ArrowLeftIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'

const loadEditor = () => import('#src/widgets/filter-editor.tsx')
const searchFrom = 12

/** The fields one can filter by: those the definition names first, then the others. */
export function filterableFields(screen: Screen): readonly Field[] {
  const named = screen.list?.filters ?? []
  const can = screen.fields.filter((field) => fieldDisplays[field.type].operators.length > 0 && !field.hidden)
  const first = named.flatMap((name) => can.filter((field) => field.name === name))
  return [...first, ...can.filter((field) => !first.includes(field))]
}

interface AddFilterProps {
  readonly screen: Screen
  readonly onAdd: (filter: Filter) => void
}

/** The "Filter" button: first the field, then how and with what. */
export function AddFilter({ screen, onAdd }: AddFilterProps) {
  const [open, setOpen] = useState(false)
  const [field, setField] = useState<Field | null>(null)
  const editor = useModule(open, loadEditor)
  const toggle = (next: boolean): void => {
    setOpen(next)
    setField(null)
  }
  return (
    <Popover
      open={open}
      onOpenChange={toggle}
      label="Add a filter"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="inline-flex h-7 items-center gap-1 rounded-full border border-dashed border-line-strong px-3 text-sm text-ink-2 hover:border-solid hover:bg-hover hover:text-ink-1"
        >
          <PlusIcon size={12} />
          Filter
        </button>
      )}
    >
      {(close) => {
        if (!field) return <FieldList fields={filterableFields(screen)} onPick={setField} />
        if (!editor) return <SkeletonLines lines={3} className="w-80" />
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
            <editor.FilterEditor
              key={field.name}
              field={field}
              onApply={(filter) => {
                close()
                onAdd(filter)
              }}
            />
          </>
        )
      }}
    </Popover>
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
