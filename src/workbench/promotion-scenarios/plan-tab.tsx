import { useId, useMemo, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { UndoIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import { Select } from '#src/ui/select.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { errorMessage } from '#src/data/api-error.ts'
import { AddLines } from './add-lines.tsx'
import { planColumns, type ShownLine } from './plan-columns.ts'
import { PlanGrid, type Cell } from './plan-grid.tsx'
import { plain } from './plan-words.ts'
import { proposeLines, type PlanLine, type ScenarioGrid } from './scenario-api.ts'
import type { Planning } from './use-plan.ts'

interface PlanTabProps {
  readonly grid: ScenarioGrid
  readonly planning: Planning
  readonly isReadOnly: boolean
  readonly locale: string
  readonly active: Cell
  readonly onMove: (cell: Cell) => void
}

const hasUnits = ({ volume }: PlanLine): boolean => volume !== null && Number(volume) !== 0

/** The grid of the plan, what is shown of it, and what fills it. */
export function PlanTab({ grid, planning, isReadOnly, locale, active, onMove }: PlanTabProps) {
  const { scenario } = grid
  const { lines, plan } = planning
  const [country, setCountry] = useState('')
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const found = useId()
  const names = useMemo(() => ({ ...grid.names.materials, ...plan.names.materials }), [grid, plan])
  const nameOf = (line: PlanLine): string =>
    line.material_number
      ? `${line.material_number} ${names[line.material_number] ?? ''}`
      : line.group_code
        ? `Group ${line.group_code}`
        : ''
  const priced = useMemo(() => new Map(plan.lines.map((line) => [line.line_no, line])), [plan])
  const words = search.trim().toLowerCase()
  const shown: ShownLine[] = lines
    .filter((line) => country === '' || line.country === country)
    .filter(
      (line) => words === '' || `${nameOf(line)} ${line.sticker_code} ${line.territory}`.toLowerCase().includes(words),
    )
    .map((line) => ({ line, priced: priced.get(line.line_no) }))
  const at = { row: Math.min(active.row, Math.max(0, shown.length - 1)), column: active.column }
  const current = shown[at.row]
  const hasTerritories = lines.some(({ territory }) => territory !== null)
  const hasCurrencies = lines.some(({ currency }) => currency !== scenario.currency)
  const prefill = async () => {
    setBusy(true)
    try {
      const proposed = await proposeLines(scenario.id)
      const added = planning.add(proposed.lines)
      if (added > 0) notify.success(`${added} ${added === 1 ? 'line' : 'lines'} proposed`)
      else
        notify.info(
          proposed.lines.length > 0
            ? 'Everything that stickers offer is planned already.'
            : 'No sticker of the market holds in these days.',
        )
    } catch (error) {
      notify.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const empty = lines.filter((line) => !hasUnits(line)).length
  const tools = isReadOnly ? null : (
    <>
      <Button busy={busy} onClick={() => void prefill()}>
        Prefill
      </Button>
      <Button onClick={() => setAdding(true)}>Add lines</Button>
    </>
  )
  return (
    <div className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Input
          type="search"
          className="w-full sm:w-52"
          aria-label="Find lines"
          placeholder="Find lines"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          className="w-full sm:w-44"
          aria-label="Country"
          value={country}
          placeholder="Every country"
          options={scenario.countries.map((one) => ({ value: one, label: one }))}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <span id={found} className="text-sm text-ink-3" aria-live="polite">
          {shown.length === lines.length ? `${lines.length} lines` : `${shown.length} of ${lines.length} lines`}
          {planning.isWorking ? ', working out…' : ''}
        </span>
        <span className="ms-auto flex flex-wrap items-center gap-2">
          {tools}
          {!isReadOnly && empty > 0 ? (
            <Button variant="ghost" onClick={() => planning.remove((line) => !hasUnits(line))}>
              Remove {empty} without units
            </Button>
          ) : null}
          {isReadOnly ? null : (
            <>
              <IconButton bordered icon={UndoIcon} label="Undo" disabled={!planning.canUndo} onClick={planning.undo} />
              <Button
                variant="primary"
                busy={planning.save.isPending}
                disabled={planning.changes === 0}
                onClick={() => planning.save.mutate()}
              >
                {planning.changes === 0
                  ? 'Saved'
                  : `Save ${planning.changes} ${planning.changes === 1 ? 'change' : 'changes'}`}
              </Button>
            </>
          )}
        </span>
      </div>
      {planning.workError ? (
        <p role="alert" className="mb-2 text-bad">
          It could not be worked out: {errorMessage(planning.workError)}
        </p>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState title="Nothing is planned yet" actions={tools}>
          Prefill takes every sticker of the market on the materials that it reaches, with their prices and what was
          sold in the same days a year before.
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState
          title="No line is like that"
          actions={
            <Button
              onClick={() => {
                setSearch('')
                setCountry('')
              }}
            >
              Show all lines
            </Button>
          }
        />
      ) : (
        <>
          <PlanGrid
            columns={planColumns({ currency: scenario.currency, hasTerritories, hasCurrencies, nameOf })}
            lines={shown}
            locale={locale}
            isReadOnly={isReadOnly}
            active={at}
            onMove={onMove}
            onWrite={planning.write}
            onRefused={(refused) => notify.warning(refused)}
            onRemove={({ line }) => void planning.remove((one) => one === line)}
            onUndo={planning.undo}
          />
          <p className="mt-1.5 min-h-5 text-sm" aria-live="polite">
            {current?.priced?.fault ? (
              <span className="text-bad">
                Line {current.line.line_no}: {current.priced.fault}
              </span>
            ) : current?.priced ? (
              <span className="text-ink-2">
                Line {current.line.line_no}:{' '}
                {plan.names.stickers[current.line.sticker_code ?? ''] ?? current.line.sticker_code}. Cash{' '}
                {plain(current.priced.cash_cost, locale)}, coverage {plain(current.priced.coverage_cost, locale)},
                financing {plain(current.priced.finance_cost, locale)} {current.line.currency}
              </span>
            ) : null}
          </p>
          {isReadOnly ? null : (
            <p className="hidden text-sm text-ink-3 sm:block">
              Type over a number, Enter goes down, paste from a spreadsheet; Ctrl Z takes back, Ctrl Delete removes the
              line.
            </p>
          )}
        </>
      )}
      <AddLines
        open={adding}
        scenario={scenario}
        known={lines}
        onClose={() => setAdding(false)}
        onAdd={(more) => {
          const added = planning.add(more)
          notify.success(`${added} ${added === 1 ? 'line' : 'lines'} added`)
        }}
      />
    </div>
  )
}
