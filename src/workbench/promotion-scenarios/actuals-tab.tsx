import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { actualsPage, actualsQuery, type ActualFigures, type ActualRow, type Compared } from './actuals-api.ts'
import { dayWords, plain, round } from './plan-words.ts'
import type { Scenario } from './scenario-api.ts'

interface ActualsTabProps {
  readonly scenario: Scenario
  readonly locale: string
}

const parts = [
  ['units', 'Units'],
  ['sales', 'Sales'],
  ['margin', 'Margin'],
  ['cost', 'Promotion cost'],
] as const

type Part = (typeof parts)[number][0]

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

/** The sales lines that are behind a material or a group. */
function salesLink(from: string, until: string, row: ActualRow): string {
  const query = new URLSearchParams({ country: row.country, 'billing_date.between': `${from},${until}` })
  if (row.material_number) query.set('material_number', row.material_number)
  else if (row.materials) query.set('material_number.in', row.materials.join(','))
  return `/sales-inovoice-query?${query.toString()}`
}

// More units, sales and margin are good, and so is a promotion that costs less.
const tone = (part: Part, { difference }: Compared): string =>
  Number(difference) === 0 ? '' : Number(difference) > 0 === (part !== 'cost') ? 'text-ok' : 'text-bad'

const signed = (value: string, locale: string): string => `${Number(value) > 0 ? '+' : ''}${round(value, locale)}`

const reached = ({ due, actual }: Compared): string =>
  Number(due) === 0 ? '' : `${Math.round((100 * Number(actual)) / Number(due))} % of what was due`

function Figure(props: { label: string; part: Part; figure: Compared | null; locale: string }) {
  const { label, part, figure, locale } = props
  return (
    <div className="rounded-lg border border-line bg-panel px-4 py-3">
      <dt className="text-sm text-ink-2">{label}</dt>
      {figure ? (
        <dd>
          <p className="text-figure font-semibold tabular-nums">{round(figure.actual, locale)}</p>
          <p className="text-sm text-ink-2 tabular-nums">
            due {round(figure.due, locale)} of {round(figure.plan, locale)},{' '}
            <span className={tone(part, figure)}>{signed(figure.difference, locale)}</span>
          </p>
          <p className="text-sm text-ink-3">{reached(figure)}</p>
        </dd>
      ) : (
        <dd className="text-ink-3">Costs are not known, or not shown to you</dd>
      )}
    </div>
  )
}

const cell = 'px-1.5 py-1.5 text-right whitespace-nowrap tabular-nums'

function Table(props: { caption: string; head: string; locale: string; children: ReactNode }) {
  const { caption, head, children } = props
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-panel"
    >
      <table className="w-full min-w-[58rem] border-collapse">
        <caption className="px-4 py-2 text-left font-semibold">{caption}</caption>
        <thead className="text-sm text-ink-2">
          <tr className="border-t border-line">
            <th scope="col" rowSpan={2} className="border-b border-line px-4 text-left align-bottom font-medium">
              {head}
            </th>
            {parts.map(([part, label]) => (
              <th
                key={part}
                scope="colgroup"
                colSpan={3}
                className="border-l border-line pt-1.5 text-center font-medium"
              >
                {label}
              </th>
            ))}
          </tr>
          <tr className="border-b border-line">
            {parts.map(([part, label]) =>
              ['Due', 'Actual', 'Difference'].map((one) => (
                <th
                  key={`${part} ${one}`}
                  scope="col"
                  aria-label={`${label}, ${one.toLowerCase()}`}
                  className={cx(cell, 'font-medium', one === 'Due' && 'border-l border-line')}
                >
                  {one}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function Row(props: { figures: ActualFigures; locale: string; to: string | null; children: ReactNode }) {
  const { figures, locale, to, children } = props
  return (
    <tr className="border-b border-line last:border-0 hover:bg-hover">
      <th scope="row" className="max-w-56 truncate px-4 py-1.5 text-left font-normal">
        {children}
      </th>
      {parts.map(([part]) => {
        const figure = figures[part]
        return figure ? (
          <Cells
            key={part}
            part={part}
            figure={figure}
            locale={locale}
            to={part === 'units' || part === 'sales' ? to : null}
          />
        ) : (
          <td key={part} colSpan={3} className="border-l border-line text-center text-ink-3">
            –
          </td>
        )
      })}
    </tr>
  )
}

function Cells(props: { part: Part; figure: Compared; locale: string; to: string | null }) {
  const { part, figure, locale, to } = props
  const actual = round(figure.actual, locale)
  return (
    <>
      <td className={cx(cell, 'border-l border-line')} data-tip={`Planned for all days: ${round(figure.plan, locale)}`}>
        {round(figure.due, locale)}
      </td>
      <td className={cell}>
        {to ? (
          <Link to={to} className="text-accent-ink underline" data-tip="Its sales lines">
            {actual}
          </Link>
        ) : (
          actual
        )}
      </td>
      <td className={cx(cell, tone(part, figure))}>{signed(figure.difference, locale)}</td>
    </>
  )
}
