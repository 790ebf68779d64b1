import { useState } from 'react'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { canSeparate, delimiters } from './reading-words.ts'

interface DelimiterSelectProps {
  readonly wiring: { readonly id: string }
  /** null: found out from the file. */
  readonly value: string | null
  readonly found: string | null
  readonly onChange: (delimiter: string | null) => void
}

const other = 'other'

/** What separates the cells: one of the usual marks, or any other character. */
export function DelimiterSelect({ wiring, value, found, onChange }: DelimiterSelectProps) {
  const [asking, setAsking] = useState(value !== null && !(value in delimiters))
  return (
    <span className="flex gap-2">
      <Select
        {...wiring}
        value={asking ? other : (value ?? '')}
        onChange={(event) => {
          const chosen = event.target.value
          setAsking(chosen === other)
          if (chosen !== other) onChange(chosen || null)
        }}
      >
        <option value="">Detect{found ? ` (${delimiters[found]?.toLowerCase() ?? found})` : ''}</option>
        {Object.entries(delimiters).map(([mark, words]) => (
          <option key={mark} value={mark}>
            {words}
          </option>
        ))}
        <option value={other}>Another character</option>
      </Select>
      {asking ? (
        <span className="w-14 shrink-0">
          <Input
            aria-label="The character between cells"
            maxLength={1}
            defaultValue={value !== null && !(value in delimiters) ? value : ''}
            className="text-center"
            onChange={(event) => canSeparate(event.target.value) && onChange(event.target.value)}
          />
        </span>
      ) : null}
    </span>
  )
}
