import { useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Field, Screen } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { inputs } from '#src/widgets/inputs.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { DashboardTile, type Filters } from './dashboard-tiles.tsx'

/** A page of figures, charts and rows; its address holds the filters, which a click on a chart sets too. */
export function DashboardScreen({ screen }: { screen: Screen }) {
  const [parameters, setParameters] = useSearchParams()
  const dashboard = screen.dashboard!
  const fields = dashboard.filters.flatMap((name) => screen.fields.filter((field) => field.name === name))
  const filters: Filters = Object.fromEntries(
    dashboard.filters.flatMap((name) => {
      const value = parameters.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const set = (change: Readonly<Record<string, string | null>>) =>
    setParameters((now) => {
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(change))
        if (value) next.set(name, value)
        else next.delete(name)
      return next
    })
  const isNarrowed = Object.keys(filters).length > 0
  return (
    <div className="mx-auto w-full max-w-[100rem]">
      <PageHeader className="mb-4" title={screen.plural} description={dashboard.description} />
      {fields.length > 0 ? (
        <div role="group" aria-label="Filters" className="mb-4 flex flex-wrap items-end gap-3">
          {fields.map((field) => (
            <Filter
              key={field.name}
              field={field}
              value={filters[field.name] ?? null}
              onChange={(value) => set({ [field.name]: value })}
            />
          ))}
          {isNarrowed ? (
            <Button
              variant="ghost"
              onClick={() => set(Object.fromEntries(dashboard.filters.map((name) => [name, null])))}
            >
              Show everything
            </Button>
          ) : null}
        </div>
      ) : null}
      <div className="grid gap-4 xl:grid-cols-2">
        {dashboard.tiles.map((tile) => (
          <DashboardTile key={tile.title} screen={screen} tile={tile} filters={filters} onFilter={set} />
        ))}
      </div>
    </div>
  )
}

function Filter({
  field,
  value,
  onChange,
}: {
  field: Field
  value: string | null
  onChange: (value: string | null) => void
}) {
  const id = useId()
  const Input = inputs[field.type]
  return (
    <div className="w-full sm:w-44">
      <label htmlFor={id} className="mb-1 block text-sm font-medium text-ink-2">
        {field.label}
      </label>
      <Input
        key={value ?? ''}
        id={id}
        field={field}
        value={value}
        onChange={(next) => onChange(next === null || next === '' ? null : String(next))}
        locale={userLocale()}
        record={{}}
      />
    </div>
  )
}
