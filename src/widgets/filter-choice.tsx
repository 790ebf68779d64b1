import { useState } from 'react'
import type { FilterValuesProps } from './filter-values.ts'
import { controlClass } from '#src/ui/input.tsx'

const searchFrom = 9

/** The choices as boxes to tick; a search above them when there are many. */
export function ChoiceValues({ field, texts, onChange }: FilterValuesProps) {
  const [wanted, setWanted] = useState('')
  const choices = field.choices ?? []
  const shown = choices.filter((choice) => choice.label.toLowerCase().includes(wanted.trim().toLowerCase()))
  const toggle = (value: string, on: boolean): void =>
    onChange(on ? [...texts, value] : texts.filter((text) => text !== value))
  return (
    <fieldset>
      <legend className="sr-only">{field.label}</legend>
      {choices.length >= searchFrom && (
        <input
          className={controlClass(false, 'w-full mb-2')}
          aria-label={`Search the choices of ${field.label}`}
          placeholder="Search"
          autoFocus
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      <div className="max-h-60 overflow-auto">
        {shown.map((choice) => (
          <label key={choice.value} className="flex items-center gap-2 rounded px-1 py-1 hover:bg-background">
            <input
              type="checkbox"
              checked={texts.includes(choice.value)}
              onChange={(event) => toggle(choice.value, event.target.checked)}
            />
            <span className="truncate">{choice.label}</span>
          </label>
        ))}
        {shown.length === 0 && <p className="px-1 py-1 text-ink-3">No choice of that name</p>}
      </div>
    </fieldset>
  )
}
