import { ReferenceCombobox } from './combobox.tsx'
import { takesMany } from './filter-draft.ts'
import { TextValues } from './filter-text.tsx'
import type { FilterValuesProps } from './filter-values.ts'
import { withPicked } from './picked-keys.ts'

/** Picks records by searching the server; parts of keys can be typed with the other operators. */
export function ReferenceValues(props: FilterValuesProps) {
  const { id, field, op, texts, onChange, invalid } = props
  const exact = takesMany(op) || op === 'eq' || op === 'ne' || field.type === 'references'
  if (!exact || !field.target) return <TextValues {...props} />
  const single = !takesMany(op)
  // Records are found by what they hold, also by what can be chosen no more.
  const { offered: _offered, ...every } = field
  const chosen = texts.filter((text) => text !== '')
  const add = (key: string, instead?: string): void => {
    const next = withPicked(chosen, key, instead)
    if (next) onChange(single ? [key] : next)
  }
  return (
    <div className="flex flex-col gap-2">
      <ReferenceCombobox
        input={{
          id: `${id}-key`,
          field: every,
          value: null,
          onChange: () => undefined,
          locale: 'en',
          record: {},
          invalid,
          ariaLabel: `Search ${field.label}`,
        }}
        screen={field.target}
        text=""
        editText=""
        placeholder="Search by key or name"
        onPick={(option, instead) => add(option.value, instead)}
        onText={(text) => add(text)}
      />
      {chosen.length > 0 && (
        <ul aria-label="Chosen" className="flex max-h-40 flex-wrap gap-1.5 overflow-auto">
          {chosen.map((key) => (
            <li
              key={key}
              className="flex items-center gap-1 rounded-full bg-accent-soft py-0.5 ps-2.5 pe-1 text-sm text-accent-ink"
            >
              {key}
              <button
                type="button"
                aria-label={`Take ${key} out`}
                className="size-5 cursor-pointer rounded-full hover:bg-panel"
                onClick={() => onChange(chosen.filter((other) => other !== key))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
