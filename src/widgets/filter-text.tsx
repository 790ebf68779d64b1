import { takesMany } from './filter-draft.ts'
import type { FilterValuesProps } from './filter-values.ts'
import { controlClass } from '#src/ui/input.tsx'

/** One text or number, two for a range, one a line for lists; a column copied from a spreadsheet can be pasted. */
export function TextValues({ id, field, op, texts, onChange, invalid }: FilterValuesProps) {
  const shared = { 'aria-invalid': invalid || undefined, 'aria-describedby': invalid ? `${id}-reason` : undefined }
  if (takesMany(op)) {
    return (
      <textarea
        {...shared}
        className={controlClass(false, 'h-28 w-full py-2')}
        aria-label={`Values of ${field.label}, one a line`}
        placeholder="One value a line"
        autoFocus
        value={texts.join('\n')}
        onChange={(event) => onChange(event.target.value.split(/\r?\n|\t/))}
      />
    )
  }
  const numeric = field.type !== 'text' && field.type !== 'longText' && field.type !== 'reference'
  const input = (at: number, label: string, placeholder: string) => (
    <input
      {...shared}
      className={controlClass(invalid, numeric ? 'w-full text-end' : 'w-full')}
      aria-label={label}
      placeholder={placeholder}
      inputMode={numeric ? 'decimal' : 'text'}
      autoComplete="off"
      autoFocus={at === 0}
      value={texts[at] ?? ''}
      onChange={(event) =>
        onChange(
          op === 'between'
            ? [0, 1].map((place) => (place === at ? event.target.value : (texts[place] ?? '')))
            : [event.target.value],
        )
      }
    />
  )
  if (op !== 'between') return input(0, `Value of ${field.label}`, '')
  return (
    <div className="flex items-center gap-2">
      {input(0, `Least ${field.label}`, 'Least')}
      <span className="text-ink-3">to</span>
      {input(1, `Greatest ${field.label}`, 'Greatest')}
    </div>
  )
}
