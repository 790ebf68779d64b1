import type { ChartType, Field, Screen } from '#src/definition'
import { useId } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { SettingsIcon } from '#src/ui/icons.tsx'
import { Popover } from '#src/ui/popover.tsx'
import { Select } from '#src/ui/select.tsx'
import { isAmount } from '#src/widgets/cell-text.ts'
import type { ChartChoice } from './chart-choice.ts'
import { mostSeries } from './chart-points.ts'

interface ChartAxesProps {
  readonly screen: Screen
  readonly choice: ChartChoice
  readonly onChoice: (choice: ChartChoice) => void
  readonly types: readonly { readonly value: ChartType; readonly label: string }[]
}

/** What runs along the axis, what is drawn, and by what it is split. */
export function ChartAxes({ screen, choice, onChoice, types }: ChartAxesProps) {
  const id = useId()
  const shown = screen.result!.columns.flatMap((name): Field[] => screen.fields.filter((field) => field.name === name))
  const figures = shown.filter(isAmount)
  const names = shown.filter((field) => !isAmount(field))
  const scatter = choice.type === 'scatter'
  const along = scatter ? figures : [...names, ...figures.filter((field) => field.type === 'integer')]
  const several = !scatter && choice.split === null
  const options = (fields: readonly Field[]) => fields.map(({ name, label }) => ({ value: name, label }))
  const toggle = (name: string, on: boolean): void => {
    if (!several) return onChoice({ ...choice, y: [name] })
    const y = on ? [...choice.y, name] : choice.y.filter((other) => other !== name)
    if (y.length > 0 && y.length <= mostSeries) onChoice({ ...choice, y })
  }
  return (
    <Popover
      label="Axes of the chart"
      align="end"
      trigger={(props) => (
        <Button {...props} size="sm" icon={SettingsIcon}>
          Axes
        </Button>
      )}
    >
      <div className="grid w-64 gap-3">
        <label className="grid gap-1 text-sm text-ink-2 sm:hidden" htmlFor={`${id}-type`}>
          Kind
          <Select
            id={`${id}-type`}
            value={choice.type}
            options={types}
            onChange={(event) => onChoice({ ...choice, type: event.target.value as ChartType })}
          />
        </label>
        <label className="grid gap-1 text-sm text-ink-2" htmlFor={`${id}-x`}>
          Along the axis
          <Select
            id={`${id}-x`}
            value={choice.x}
            options={options(along)}
            onChange={(event) => onChoice({ ...choice, x: event.target.value })}
          />
        </label>
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 text-sm text-ink-2">{scatter ? 'Upwards' : 'Figures'}</legend>
          {figures.map((field) => (
            <Checkbox
              key={field.name}
              label={field.label}
              checked={choice.y.includes(field.name)}
              onChange={(event) => toggle(field.name, event.target.checked)}
            />
          ))}
        </fieldset>
        {!scatter && choice.type !== 'waterfall' && (
          <label className="grid gap-1 text-sm text-ink-2" htmlFor={`${id}-split`}>
            A series for each
            <Select
              id={`${id}-split`}
              value={choice.split ?? ''}
              options={[{ value: '', label: 'Figure' }, ...options(names.filter((field) => field.name !== choice.x))]}
              onChange={(event) => {
                const split = event.target.value || null
                onChoice({ ...choice, split, y: split ? choice.y.slice(0, 1) : choice.y })
              }}
            />
          </label>
        )}
      </div>
    </Popover>
  )
}
