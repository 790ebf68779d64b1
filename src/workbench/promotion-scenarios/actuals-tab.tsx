import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Input } from '#src/ui/input.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { actualsPage, actualsQuery } from './actuals-api.ts'
import { Figure } from './actual-figure.tsx'
import { parts, salesLink } from './actual-words.ts'
import { Row, Table } from './actuals-table.tsx'
import { dayWords, plain } from './plan-words.ts'
import type { Scenario } from './scenario-api.ts'

interface ActualsTabProps {
  readonly scenario: Scenario
  readonly locale: string
}

/** What was sold since the promotion began, beside what was planned for the days so far; each figure leads to its sales lines. */
export function ActualsTab({ scenario, locale }: ActualsTabProps) {
  const [country, setCountry] = useState('')
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const actuals = useQuery({
    ...actualsQuery(scenario.id, { country, search, page }),
    placeholderData: keepPreviousData,
  })
  if (actuals.isError)
    return (
      <LoadFailure
        title="What was sold could not be loaded"
        error={actuals.error}
        onRetry={() => void actuals.refetch()}
      />
    )
  if (actuals.isPending) return <SkeletonLines lines={8} />
  const { until, days, passed, currency, totals, markets, records, total_record: count, left_out: left } = actuals.data
  if (until === null)
    return (
      <EmptyState title={`It begins on ${dayWords(scenario.valid_from, locale)}`}>
        From then on what is sold stands here beside what was planned.
      </EmptyState>
    )
  const pages = Math.max(1, Math.ceil(count / actualsPage))
  return (
    <div className="grid min-w-0 gap-4">
      <p className="text-ink-2">
        {passed < days
          ? `Until ${dayWords(until, locale)}, ${passed} of ${days} days. Due is the part of the plan that falls into them.`
          : `All ${days} days are over.`}{' '}
        Amounts in {currency}; what was sold costs the promotion what its units cost by the plan.
        {left.length > 0 ? (
          <span className="text-warn">
            {' '}
            Without a rate in the plan, and so in no figure:{' '}
            {left.map((one) => `${one.lines} sales lines in ${one.currency}`).join(', ')}.
          </span>
        ) : null}
      </p>
      <dl className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {parts.map(([part, label]) => (
          <Figure key={part} label={label} part={part} figure={totals[part]} locale={locale} />
        ))}
      </dl>
      <Table caption="By country" head="Country" locale={locale}>
        {markets.map((market) => (
          <Row key={market.country} figures={market} locale={locale} to={null}>
            <button
              type="button"
              className="text-accent-ink underline"
              data-tip="Its materials"
              aria-pressed={country === market.country}
              onClick={() => {
                setCountry(country === market.country ? '' : market.country)
                setPage(1)
              }}
            >
              {market.country}
            </button>
          </Row>
        ))}
      </Table>
      <div className="flex flex-wrap items-center gap-2">
        <Input
          type="search"
          className="w-full sm:w-52"
          aria-label="Find materials"
          placeholder="Find materials"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setPage(1)
          }}
        />
        <Select
          className="w-full sm:w-44"
          aria-label="Country of the materials"
          value={country}
          placeholder="Every country"
          options={scenario.countries.map((one) => ({ value: one, label: one }))}
          onChange={(event) => {
            setCountry(event.currentTarget.value)
            setPage(1)
          }}
        />
        <span className="text-sm text-ink-3" aria-live="polite">
          {plain(String(count), locale)} {count === 1 ? 'material' : 'materials'}, those farthest from their plan first
        </span>
        {pages > 1 ? (
          <span className="ms-auto flex items-center gap-2">
            <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
              Before
            </Button>
            <span className="text-sm tabular-nums">
              {page} of {pages}
            </span>
            <Button size="sm" disabled={page === pages} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </span>
        ) : null}
      </div>
      {records.length === 0 ? (
        <EmptyState title="No material is like that" />
      ) : (
        <Table caption="By material" head="Material" locale={locale}>
          {records.map((row) => (
            <Row
              key={JSON.stringify([row.country, row.material_number, row.group_code])}
              figures={row}
              locale={locale}
              to={salesLink(scenario.valid_from, until, row)}
            >
              {row.material_number ?? `Group ${row.group_code}`}{' '}
              <span className="text-ink-2">
                {row.name} <span className="text-ink-3">{row.country}</span>
              </span>
            </Row>
          ))}
        </Table>
      )}
    </div>
  )
}
