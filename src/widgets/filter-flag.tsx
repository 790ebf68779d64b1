import type { FilterValuesProps } from './filter-values.ts'

export function FlagValues({ id, field, texts, onChange }: FilterValuesProps) {
  return (
    <fieldset className="flex gap-4">
      <legend className="sr-only">{field.label}</legend>
      {['true', 'false'].map((value) => (
        <label key={value} className="flex items-center gap-2">
          <input
            type="radio"
            name={`${id}-flag`}
            value={value}
            checked={texts[0] === value}
            onChange={() => onChange([value])}
          />
          {value === 'true' ? 'Yes' : 'No'}
        </label>
      ))}
    </fieldset>
  )
}
