import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorIcon, InfoIcon, PlayIcon, WarningIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { useAllowed } from '#src/widgets/use-allowed.ts'
import { exact, plain } from './plan-words.ts'
import {
  afterChange,
  simulate,
  simulateCosting,
  type Costing,
  type ScenarioGrid,
  type WorkedPlan,
} from './scenario-api.ts'

interface SimulateTabProps {
  readonly grid: ScenarioGrid
  readonly locale: string
  /** Changes that are not saved; a simulation is of what was saved. */
  readonly unsaved: number
  readonly onLine: (line: number) => void
}

/** The log that came with a refusal is kept: it is what was asked for. */
async function simulated(id: number): Promise<{ readonly plan: WorkedPlan; readonly refusal: string | null }> {
  try {
    return { plan: await simulate(id), refusal: null }
  } catch (error) {
    if (error instanceof ApiError && error.status === 422 && error.details)
      return { plan: error.details as WorkedPlan, refusal: error.message }
    throw error
  }
}

/** Works the saved plan out as a whole, and says of every line that could not be computed why not. */
export function SimulateTab({ grid, locale, unsaved, onLine }: SimulateTabProps) {
  const id = grid.scenario.id
  const run = useMutation({ meta: { quiet: true }, mutationFn: () => simulated(id) })
  const mayCost = useAllowed()('masters.cost')
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button keepsFocus variant="primary" icon={PlayIcon} busy={run.isPending} onClick={() => run.mutate()}>
          Simulate
        </Button>
        <span className="text-ink-2">
          {unsaved > 0
            ? `Of the plan as it was saved: ${unsaved} ${unsaved === 1 ? 'change is' : 'changes are'} not in it.`
            : 'Nothing is posted by it.'}
        </span>
      </div>
      {run.error ? (
        <p role="alert" className="text-bad">
          {errorMessage(run.error)}
        </p>
      ) : null}
      {run.data ? (
        <>
          <Log plan={run.data.plan} refusal={run.data.refusal} onLine={onLine} />
          <Totals plan={run.data.plan} locale={locale} />
        </>
      ) : null}
      {mayCost ? (
        <CostingPart id={id} number={grid.scenario.scenario_number} currency={grid.scenario.currency} locale={locale} />
      ) : null}
    </div>
  )
}

const looks = {
  error: [ErrorIcon, 'text-bad', 'Not computed'],
  warning: [WarningIcon, 'text-warn', 'Worth a look'],
  info: [InfoIcon, 'text-ink-3', 'To know'],
} as const

function Log({
  plan: { message_log: messages, message_counts: counts },
  refusal,
  onLine,
}: {
  plan: WorkedPlan
  refusal: string | null
  onLine: (line: number) => void
}) {
  const count = counts.error + counts.warning + counts.info
  return (
    <section aria-label="Message log" className="rounded-lg border border-line bg-panel">
      <h2 className="border-b border-line px-4 py-2 font-semibold">
        Message log{' '}
        <span className="font-normal text-ink-3">
          {messages.length === count ? count : `the foremost ${messages.length} of ${count}`}
        </span>
      </h2>
      <p role="status" className={refusal ? 'px-4 pt-2 text-bad' : 'px-4 pt-2 text-ok'}>
        {refusal ?? 'Every line was computed.'}
      </p>
      <ul className="max-h-72 overflow-y-auto px-4 py-2">
        {messages.map(({ severity, line_no: line, message }) => {
          const [Picture, tone, label] = looks[severity]
          return (
            <li key={`${line} ${message}`} className="flex items-start gap-2 py-1">
              <span className={`mt-0.5 ${tone}`}>
                <Picture />
                <span className="sr-only">{label}: </span>
              </span>
              {line === null ? null : (
                <button type="button" className="shrink-0 text-accent-ink underline" onClick={() => onLine(line)}>
                  Line {line}
                </button>
              )}
              <span className="min-w-0">{message}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const cell = 'px-3 py-1.5 text-right tabular-nums'

function Totals({ plan, locale }: { plan: WorkedPlan; locale: string }) {
  return (
    <div
      role="region"
      aria-label="Totals by country"
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-panel"
    >
      <table className="w-full min-w-[40rem] border-collapse">
        <caption className="px-4 py-2 text-left font-semibold">By country, {plan.currency}</caption>
        <thead>
          <tr className="border-y border-line text-sm text-ink-2">
            <th scope="col" className="px-4 py-1.5 text-left font-medium">
              Country
            </th>
            {['Units', 'Cash support', 'Coverage', 'Financing', 'Cost', 'Budget', 'Left'].map((head) => (
              <th key={head} scope="col" className={`${cell} font-medium`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.markets.map((market) => (
            <tr key={market.country} className="border-b border-line">
              <th scope="row" className="px-4 py-1.5 text-left font-normal">
                {market.country}
              </th>
              <td className={cell}>{plain(market.volume, locale)}</td>
              <td className={cell}>{exact(market.cash, locale)}</td>
              <td className={cell}>{exact(market.coverage, locale)}</td>
              <td className={cell}>{exact(market.finance, locale)}</td>
              <td className={`${cell} font-medium`}>{exact(market.cost, locale)}</td>
              <td className={cell}>{exact(market.budget, locale) || '–'}</td>
              <td className={`${cell} ${market.left?.startsWith('-') ? 'text-bad' : ''}`}>
                {exact(market.left, locale) || '–'}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="px-4 py-1.5 text-left">
              Together
            </th>
            <td />
            <td className={cell}>{exact(plan.totals.cash, locale)}</td>
            <td className={cell}>{exact(plan.totals.coverage, locale)}</td>
            <td className={cell}>{exact(plan.totals.finance, locale)}</td>
            <td className={cell}>{exact(plan.totals.cost, locale)}</td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const figures = [
  ['planned_value', 'Planned sales'],
  ['price_reduction', 'Price reduction'],
  ['fixed_cost', 'Coverage and financing'],
  ['promotion_cost', 'Cost'],
  ['incremental_margin', 'Margin of the uplift'],
  ['contribution', 'Contribution'],
] as const

interface CostingPartProps {
  readonly id: number
  readonly number: string
  readonly currency: string
  readonly locale: string
}

/** Whether the scenario is worth what it costs, by the rules of costings; it can be made one and be approved as such. */
function CostingPart({ id, number, currency, locale }: CostingPartProps) {
  const client = useQueryClient()
  const run = useMutation({
    meta: { quiet: true },
    mutationFn: (save: boolean): Promise<Costing> => simulateCosting(id, save),
    onSuccess: (_, save) => (save ? afterChange(client) : undefined),
  })
  const result = run.data
  return (
    <section aria-label="Costing" className="rounded-lg border border-line bg-panel px-4 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="me-auto font-semibold">Is it worth it?</h2>
        <Link to={`/costing-approvals?scenario=${encodeURIComponent(number)}`} className="text-accent-ink underline">
          Its costings
        </Link>
        <Button keepsFocus busy={run.isPending} onClick={() => run.mutate(false)}>
          Simulate the costing
        </Button>
        {result && !result.costing && result.lines.length > 0 ? (
          <Button keepsFocus busy={run.isPending} onClick={() => run.mutate(true)}>
            Make it a costing
          </Button>
        ) : null}
      </div>
      {run.error ? (
        <p role="alert" className="mt-2 text-bad">
          {errorMessage(run.error)}
        </p>
      ) : null}
      {result ? (
        <>
          <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3 lg:grid-cols-6">
            {figures.map(([name, label]) => (
              <div key={name}>
                <dt className="text-sm text-ink-2">{label}</dt>
                <dd className={`tabular-nums ${result.figures[name]?.startsWith('-') ? 'text-bad' : ''}`}>
                  {exact(result.figures[name] ?? null, locale)} {currency}
                </dd>
              </div>
            ))}
          </dl>
          {result.left_out.length > 0 ? (
            <p className="mt-2 text-sm text-warn">
              {result.left_out_count} {result.left_out_count === 1 ? 'line is' : 'lines are'} not part of it: line{' '}
              {result.left_out[0]!.line_no}, {result.left_out[0]!.reason}
            </p>
          ) : null}
          {result.costing ? (
            <p role="status" className="mt-2 text-ok">
              Kept as{' '}
              <Link className="underline" to={`/costing-approvals/view/${result.costing.id}`}>
                {result.costing.costing_number}
              </Link>
              , where it is submitted for approval.
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  )
}
