import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '#src/data/download.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { DownloadIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { dayWords, plain, round, statusWords } from './plan-words.ts'
import { gridQuery, reviewScenariosQuery, type Scenario, type ScenarioGrid } from './scenario-api.ts'

const most = 4

/** The scenario beside others of its line: what each costs, altogether and by country; the lines that differ as a file. */
export function CompareScenarios({ grid, locale }: { grid: ScenarioGrid; locale: string }) {
  const { scenario } = grid
  const [chosen, setChosen] = useState<readonly number[]>([])
  const lists = useQuery(reviewScenariosQuery(scenario.product_line))
  const others = useQueries({ queries: chosen.map((id) => gridQuery(String(id))) })
  const files = useMutation({
    mutationFn: () =>
      download('promotion/download-compare-data', {
        method: 'POST',
        json: { scenarios: [scenario.id, ...chosen] },
        name: 'differences.xlsx',
        reads: true,
      }),
    onError: (error) => notify.error(errorMessage(error)),
    meta: { quiet: true },
  })
  const toggle = (id: number) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-most)))
  const without = (list: readonly Scenario[]) => list.filter(({ id }) => id !== scenario.id)
  const sides = [grid, ...others.flatMap(({ data }) => data ?? [])]
  return (
    <section aria-label="Beside other scenarios" className="rounded-lg border border-line bg-panel px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="me-auto font-semibold">Beside other scenarios of {scenario.product_line}</h2>
        <Button
          icon={DownloadIcon}
          disabled={chosen.length === 0}
          busy={files.isPending}
          onClick={() => files.mutate()}
        >
          Download differences
        </Button>
      </div>
      {lists.isError ? (
        <LoadFailure
          compact
          title="The other scenarios could not be loaded"
          error={lists.error}
          onRetry={() => void lists.refetch()}
        />
      ) : lists.isPending ? (
        <SkeletonLines lines={3} />
      ) : (
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <Choices title="Approved scenarios" list={without(lists.data.approved)} chosen={chosen} onToggle={toggle} />
          <Choices title="Other scenarios" list={without(lists.data.other)} chosen={chosen} onToggle={toggle} />
        </div>
      )}
      {chosen.length > 0 ? <Table sides={sides} locale={locale} /> : null}
    </section>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly list: readonly Scenario[]
  readonly chosen: readonly number[]
  readonly onToggle: (id: number) => void
}

const Choices = ({ title, list, chosen, onToggle }: ChoicesProps) => (
  <fieldset className="min-w-0">
    <legend className="text-sm font-medium text-ink-2">{title}</legend>
    {list.length === 0 ? <p className="text-ink-3">None</p> : null}
    <ul>
      {list.map((one) => (
        <li key={one.id}>
          <Checkbox
            className="min-h-7"
            checked={chosen.includes(one.id)}
            onChange={() => onToggle(one.id)}
            label={`${one.scenario_number} ${one.description}`}
          />
        </li>
      ))}
    </ul>
  </fieldset>
)

const cell = 'px-3 py-1.5 text-right tabular-nums'

function Table({ sides, locale }: { sides: readonly ScenarioGrid[]; locale: string }) {
  const countries = [...new Set(sides.flatMap(({ scenario }) => scenario.countries))]
  const rows: readonly (readonly [label: string, of: (side: ScenarioGrid) => string])[] = [
    ['From', ({ scenario }) => dayWords(scenario.valid_from, locale)],
    ['To', ({ scenario }) => dayWords(scenario.valid_to, locale)],
    ['Lines', ({ lines }) => plain(String(lines.length), locale)],
    ['Cash support', ({ totals }) => round(totals.cash, locale)],
    ['Coverage', ({ totals }) => round(totals.coverage, locale)],
    ['Financing', ({ totals }) => round(totals.finance, locale)],
    ...countries.map((country) => {
      const of = ({ markets }: ScenarioGrid): string => {
        const market = markets.find((one) => one.country === country)
        return market ? round(market.cost, locale) : '–'
      }
      return [country, of] as const
    }),
    ['Cost', ({ totals, currency }) => `${round(totals.cost, locale)} ${currency}`],
  ]
  return (
    <div tabIndex={0} role="region" aria-label="Scenarios side by side" className="mt-3 overflow-x-auto">
      <table className="border-collapse">
        <thead>
          <tr className="border-b border-line align-top">
            <td />
            {sides.map(({ scenario }, at) => {
              const [label, tone] = statusWords[scenario.status]
              return (
                <th key={scenario.id} scope="col" className="max-w-56 px-3 py-1.5 text-right font-medium">
                  {at === 0 ? (
                    'This scenario'
                  ) : (
                    <Link className="text-accent-ink underline" to={`/promotion-scenario-setup/view/${scenario.id}`}>
                      {scenario.scenario_number}
                    </Link>
                  )}
                  <span className="block text-sm font-normal text-ink-2">{scenario.description}</span>
                  <Tag tone={tone}>{label}</Tag>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, of]) => (
            <tr key={label} className="border-b border-line last:border-0 last:font-semibold">
              <th scope="row" className="py-1.5 pe-4 text-left font-normal">
                {label}
              </th>
              {sides.map((side) => (
                <td key={side.scenario.id} className={cell}>
                  {of(side)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
