import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { ApiError } from '#src/data/api-error.ts'
import { useUserLocale } from '#src/data/user-locale.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { buttonClass } from '#src/ui/button.tsx'
import { ErrorIcon, LockIcon } from '#src/ui/icons.tsx'
import { Link } from '#src/ui/link.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { tabPanelProps, Tabs } from '#src/ui/tabs.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { LeaveDialog } from '#src/widgets/leave/leave-dialog.tsx'
import { useLeaveGuard } from '#src/widgets/leave/use-leave-guard.ts'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { ActualsTab } from './actuals-tab.tsx'
import { BudgetBars } from './budget-bars.tsx'
import { MarketTab } from './market-tab.tsx'
import type { Cell } from './plan-grid.tsx'
import { PlanTab } from './plan-tab.tsx'
import { dayWords, momentWords, statusWords } from './plan-words.ts'
import { ReviewTab } from './review-tab.tsx'
import { gridQuery, type MarketDraft, type ScenarioGrid } from './scenario-api.ts'
import { ScenarioActions } from './scenario-actions.tsx'
import { SimulateTab } from './simulate-tab.tsx'
import { TalkTab } from './talk-tab.tsx'
import { usePlan } from './use-plan.ts'

const list = '/promotion-scenario-setup'

/** A scenario: what it costs at the top, and below it its market, its plan, its simulation, its review and what is said of it. */
export function ScenarioScreen({ isEditing }: { isEditing: boolean }) {
  const { id = '' } = useParams()
  const grid = useQuery(gridQuery(id))
  const back = (
    <Link to={list} className={buttonClass()}>
      All scenarios
    </Link>
  )
  if (grid.isError)
    return grid.error instanceof ApiError && grid.error.status === 404 ? (
      <EmptyState isPage title="There is no such scenario" actions={back}>
        It may have been deleted.
      </EmptyState>
    ) : (
      <LoadFailure
        isPage
        title="The scenario could not be loaded"
        error={grid.error}
        onRetry={() => void grid.refetch()}
        back={back}
      />
    )
  if (grid.isPending)
    return (
      <div>
        <PageHeader className="mb-4" breadcrumbs={<Crumbs label={id} />} title="Loading…" />
        <div role="status" aria-label="Loading the scenario" className="rounded-lg border border-line bg-panel p-5">
          <SkeletonLines lines={12} />
        </div>
      </div>
    )
  return <Workbench key={id} grid={grid.data} isEditing={isEditing} />
}

const Crumbs = ({ label }: { label: string }) => (
  <Breadcrumbs crumbs={[{ label: 'Promotion scenarios', link: (text) => <Link to={list}>{text}</Link> }, { label }]} />
)

const tabNames = ['market', 'plan', 'simulate', 'review', 'actuals', 'comments'] as const
type TabName = (typeof tabNames)[number]

function Workbench({ grid, isEditing }: { grid: ScenarioGrid; isEditing: boolean }) {
  const { scenario } = grid
  const locale = useUserLocale()
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('tab')
  const tab: TabName = tabNames.find((name) => name === asked) ?? 'plan'
  const planning = usePlan(grid)
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })
  const [market, setMarket] = useState<MarketDraft | null>(null)
  const marketDirty = market !== null
  const [words, setWords] = useState('')
  const unsaved = planning.changes + (marketDirty ? 1 : 0) + (words.trim() ? 1 : 0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const title = useRef<HTMLSpanElement>(null)
  const guard = useLeaveGuard(() => unsaved > 0)
  const isReadOnly = !isEditing || grid.refused_edit !== null || scenario.status !== 'draft'
  const open = (name: string) => setParameters({ tab: name }, { replace: true })
  const [label, tone] = statusWords[scenario.status]
  const days = `${dayWords(scenario.valid_from, locale)} – ${dayWords(scenario.valid_to, locale)}`
  const about = [scenario.product_lines.join(', '), days, scenario.parent ? `made from ${scenario.parent}` : '']
    .filter(Boolean)
    .join(' · ')
  const last = scenario.last_activity_at
    ? `${scenario.last_activity}, ${momentWords(scenario.last_activity_at, locale)}`
    : null
  const reason =
    grid.refused_edit ??
    (scenario.status === 'draft' || !isEditing ? null : `It is ${label.toLowerCase()}: only drafts are changed.`)
  return (
    <div className="mx-auto w-full max-w-[110rem] min-w-0">
      <PageHeader
        className="mb-3"
        breadcrumbs={<Crumbs label={scenario.scenario_number} />}
        title={
          <span ref={title} tabIndex={-1} className="inline-flex flex-wrap items-center gap-3">
            {scenario.description} <Tag tone={tone}>{label}</Tag>
          </span>
        }
        description={
          <>
            {about}
            {last ? <span className="text-ink-3"> · {last}</span> : null}
          </>
        }
        actions={
          <ScenarioActions
            grid={grid}
            isEditing={isEditing}
            unsaved={planning.changes + (marketDirty ? 1 : 0)}
            locale={locale}
            onLeave={guard.release}
            onRefused={setRefusal}
            onLostFocus={() => title.current?.focus()}
          />
        }
      />
      {reason ? (
        <p className="mb-3 flex items-center gap-2 rounded border border-line bg-hover px-3 py-2 text-ink-2">
          <LockIcon /> Read only. {reason}
        </p>
      ) : null}
      {refusal ? (
        <p role="alert" className="mb-3 flex items-center gap-2 rounded bg-bad-soft px-3 py-2 text-bad">
          <ErrorIcon /> {refusal}
        </p>
      ) : null}
      {scenario.replaced_by ? <p className="mb-3 text-ink-2">Replaced by {scenario.replaced_by}.</p> : null}
      <BudgetBars plan={planning.plan} locale={locale} isWorking={planning.isWorking} />
      <Tabs
        id="scenario"
        label="Parts of the scenario"
        className="mb-3"
        value={tab}
        onChange={open}
        tabs={[
          { id: 'market', label: 'Market', count: scenario.countries.length },
          { id: 'plan', label: 'Plan', count: planning.progress?.count ?? planning.lines.length },
          { id: 'simulate', label: 'Simulate' },
          { id: 'review', label: 'Review' },
          { id: 'actuals', label: 'Actuals' },
          { id: 'comments', label: 'Comments' },
        ]}
      />
      <div {...tabPanelProps('scenario', tab)}>
        {tab === 'market' ? (
          <MarketTab
            grid={grid}
            isReadOnly={isReadOnly}
            locale={locale}
            waits={planning.changes > 0 ? 'Save the plan first.' : null}
            draft={market}
            onDraft={setMarket}
          />
        ) : null}
        {tab === 'plan' ? (
          <PlanTab
            grid={grid}
            planning={planning}
            isReadOnly={isReadOnly || planning.progress !== null}
            locale={locale}
            active={active}
            onMove={setActive}
          />
        ) : null}
        {tab === 'simulate' ? (
          <SimulateTab
            grid={grid}
            locale={locale}
            unsaved={planning.changes}
            onLine={(line) => {
              const row = planning.lines.findIndex(({ line_no: no }) => no === line)
              setActive({ row: Math.max(0, row), column: 0 })
              open('plan')
            }}
          />
        ) : null}
        {tab === 'review' ? <ReviewTab grid={grid} locale={locale} /> : null}
        {tab === 'actuals' ? <ActualsTab scenario={scenario} locale={locale} /> : null}
        {tab === 'comments' ? <TalkTab grid={grid} locale={locale} draft={words} onDraft={setWords} /> : null}
      </div>
      <LeaveDialog blocker={guard.blocker} changes={unsaved} onLeave={guard.release} />
    </div>
  )
}
