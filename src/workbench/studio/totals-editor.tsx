import { labelOf, numberTypes, type ScreenDefinition } from '#src/definition'
import { Select } from '#src/ui/select.tsx'

/** What stands below the columns with numbers. */
export function TotalsEditor({
  definition,
  totals,
  onChange,
}: {
  definition: ScreenDefinition
  totals: Readonly<Record<string, string>>
  onChange: (totals: Record<string, 'sum' | 'avg' | 'min' | 'max' | 'count'>) => void
}) {
  const numbers = Object.entries(definition.fields).filter(([, field]) => numberTypes.has(field.type))
  if (numbers.length === 0) return null
  return (
    <div role="group" aria-label="Totals" className="flex flex-col gap-1.5">
      <p className="text-sm font-medium text-ink-2">Totals</p>
      {numbers.map(([name, field]) => (
        <label key={name} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">{field.label ?? labelOf(name)}</span>
          <span className="w-32">
            <Select
              placeholder="None"
              value={totals[name] ?? ''}
              options={[
                { value: 'sum', label: 'Sum' },
                { value: 'avg', label: 'Average' },
                { value: 'min', label: 'Least' },
                { value: 'max', label: 'Greatest' },
              ]}
              onChange={(event) => {
                const { [name]: _before, ...rest } = totals as Record<string, 'sum'>
                onChange(event.target.value ? { ...rest, [name]: event.target.value as 'sum' } : rest)
              }}
            />
          </span>
        </label>
      ))}
    </div>
  )
}
