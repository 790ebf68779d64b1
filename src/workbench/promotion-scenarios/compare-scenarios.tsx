import { keepPreviousData, useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '#src/data/download.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { DownloadIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { dayWords, plain, round, statusWords } from './plan-words.ts'
import { gridQuery, reviewScenariosQuery, type Scenario, type ScenarioGrid } from './scenario-api.ts'
import { useStill } from './use-still.ts'

const most = 4

/** The scenario beside others of its line: what each costs, altogether and by country; the lines that differ as a file. */
export function CompareScenarios({ grid, locale }: { grid: ScenarioGrid; locale: string }) {
  const { scenario } = grid
  const [chosen, setChosen] = useState<readonly Scenario[]>([])
  const [search, setSearch] = useState('')
  const words = useStill(search.trim())
  const lists = useQuery({
    ...reviewScenariosQuery(scenario.product_line, words),
    placeholderData: keepPreviousData,
  })
  const others = useQueries({ queries: chosen.map(({ id }) => gridQuery(String(id))) })
  const files = useMutation({
    mutationFn: () =>
      download('promotion/download-compare-data', {
        method: 'POST',
        json: { scenarios: [scenario.id, ...chosen.map(({ id }) => id)] },
        name: 'differences.xlsx',
        reads: true,
      }),
    onError: (error) => notify.error(errorMessage(error)),
    meta: { quiet: true },
  })
  const toggle = (one: Scenario) =>
    setChosen((before) =>
      before.some(({ id }) => id === one.id) ? before.filter(({ id }) => id !== one.id) : [...before, one].slice(-most),
    )
  // What was chosen stays in its list, whatever is searched for.
  const offered = (list: readonly Scenario[], isOf: (one: Scenario) => boolean) =>
    [...chosen.filter((one) => isOf(one) && list.every(({ id }) => id !== one.id)), ...list].filter(
      ({ id }) => id !== scenario.id,
    )
  const sides = [grid, ...others.flatMap(({ data }) => data ?? [])]
  return (
    <section aria-label="Beside other scenarios" className="rounded-lg border border-line bg-panel px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="me-auto font-semibold">Beside other scenarios of {scenario.product_line}</h2>
        <Input
          type="search"
          className="w-full sm:w-52"
          aria-label="Find scenarios"
          placeholder="Find scenarios"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button
          keepsFocus
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
          <Choices
            title="Approved scenarios"
            list={offered(lists.data.approved, ({ status }) => status === 'approved')}
            more={lists.data.approved_count - lists.data.approved.length}
            locale={locale}
            chosen={chosen}
            onToggle={toggle}
          />
          <Choices
            title="Other scenarios"
            list={offered(lists.data.other, ({ status }) => status !== 'approved')}
            more={lists.data.other_count - lists.data.other.length}
            locale={locale}
            chosen={chosen}
            onToggle={toggle}
          />
        </div>
      )}
      {chosen.length > 0 ? <Table sides={sides} locale={locale} /> : null}
    </section>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly list: readonly Scenario[]
  /** So many older ones are not in the list. */
  readonly more: number
  readonly locale: string
  readonly chosen: readonly Scenario[]
  readonly onToggle: (one: Scenario) => void
}

const Choices = ({ title, list, more, locale, chosen, onToggle }: ChoicesProps) => (
  <fieldset className="min-w-0">
    <legend className="text-sm font-medium text-ink-2">{title}</legend>
    {list.length === 0 ? <p className="text-ink-3">None</p> : null}
    <ul>
      {list.map((one) => (
        <li key={one.id}>
          <Checkbox
            className="min-h-7"
            checked={chosen.some(({ id }) => id === one.id)}
            onChange={() => onToggle(one)}
            label={`${one.scenario_number} ${one.description}`}
          />
        </li>
      ))}
    </ul>
    {more > 0 ? (
      <p className="text-sm text-ink-3">
        {plain(String(more), locale)} older {more === 1 ? 'one is' : 'ones are'} found by number or words.
      </p>
    ) : null}
  </fieldset>
)

const cell = 'px-3 py-1.5 text-right tabular-nums'

function Table({ sides, locale }: { sides: readonly ScenarioGrid[]; locale: string }) {
  const countries = [...new Set(sides.flatMap(({ scenario }) => scenario.countries))]
  const rows: readonly (readonly [label: string, of: (side: ScenarioGrid) => string])[] = [
    ['From', ({ scenario }) => dayWords(scenario.valid_from, locale)],
    ['To', ({ scenario }) => dayWords(scenario.valid_to, locale)],
    ['Lines', ({ line_count: count }) => plain(String(count), locale)],
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
