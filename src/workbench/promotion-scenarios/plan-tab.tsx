import { useId, useMemo, useRef, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { UndoIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Input } from '#src/ui/input.tsx'
import { notify } from '#src/ui/notify.ts'
import { Select } from '#src/ui/select.tsx'
import { EmptyState } from '#src/ui/states.tsx'
import { errorMessage } from '#src/data/api-error.ts'
import { AddLines } from './add-lines.tsx'
import { ClashDialog } from './clash-dialog.tsx'
import { planColumns } from './plan-columns.ts'
import { PlanGrid, type Cell } from './plan-grid.tsx'
import { PlanState } from './plan-state.tsx'
import { counted, plain } from './plan-words.ts'
import { proposeLines, type PlanLine, type SaveOrder, type ScenarioGrid } from './scenario-api.ts'
import type { Planning } from './use-plan.ts'

interface Asked {
  readonly order: SaveOrder
  readonly count: number
}

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
  const [only, setOnly] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [adding, setAdding] = useState(false)
  const [busy, setBusy] = useState(false)
  const found = useId()
  const save = useRef<HTMLButtonElement>(null)
  const names = useMemo(
    () => ({ ...planning.names.materials, ...plan.names.materials }),
    [planning.names, plan.names.materials],
  )
  const stickerNames = { ...planning.names.stickers, ...plan.names.stickers }
  const nameOf = (line: PlanLine): string =>
    line.material_number
      ? `${line.material_number} ${names[line.material_number] ?? ''}`
      : line.group_code
        ? `Group ${line.group_code}`
        : ''
  const words = search.trim().toLowerCase()
  const isShown = (line: PlanLine): boolean =>
    (country === '' || line.country === country) &&
    (words === '' || `${nameOf(line)} ${line.sticker_code} ${line.territory}`.toLowerCase().includes(words)) &&
    (only !== 'faulty' || Boolean(planning.pricedOf(line)?.fault)) &&
    (only !== 'changed' || planning.isChanged(line))
  const isFiltered = country !== '' || words !== '' || only !== ''
  const shown = isFiltered ? lines.filter(isShown) : lines
  const at = { row: Math.min(active.row, Math.max(0, shown.length - 1)), column: active.column }
  const line = shown[at.row]
  const current = line && { line, priced: planning.pricedOf(line) }
  const warnings = current
    ? plan.message_log.filter((one) => one.line_no === current.line.line_no && one.severity !== 'error')
    : []
  const hasTerritories = lines.some(({ territory }) => territory !== null)
  const hasCurrencies = lines.some(({ currency }) => currency !== scenario.currency)
  const prefill = async () => {
    setBusy(true)
    try {
      const proposed = await proposeLines(scenario.id)
      if (proposed.line_count > proposed.lines.length) {
        setAsked({ order: { prefill: true }, count: proposed.line_count })
        return
      }
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
  const empty = lines.filter((one) => !hasUnits(one)).length
  const tools = isReadOnly ? null : (
    <>
      <Button keepsFocus busy={busy} onClick={() => void prefill()}>
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
        <Select
          className="w-full sm:w-40"
          aria-label="Which lines"
          value={only}
          placeholder="Every line"
          options={[
            { value: 'faulty', label: 'Not computed' },
            { value: 'changed', label: 'Changed' },
          ]}
          onChange={(event) => setOnly(event.currentTarget.value)}
        />
        <span id={found} className="text-sm text-ink-3" aria-live="polite">
          {shown.length === lines.length
            ? counted(lines.length, locale)
            : `${plain(String(shown.length), locale)} of ${counted(lines.length, locale)}`}
          {planning.isWorking ? ', working out…' : ''}
          {planning.isBulky ? ', costs are worked out when it is saved' : ''}
        </span>
        <span className="ms-auto flex flex-wrap items-center gap-2">
          {tools}
          {!isReadOnly && empty > 0 ? (
            <Button
              variant="ghost"
              onClick={() => {
                planning.remove((one) => !hasUnits(one))
                // It is gone with what it removed; what is left to do is to save.
                save.current?.focus()
              }}
            >
              Remove {empty} without units
            </Button>
          ) : null}
          {isReadOnly ? null : (
            <>
              <IconButton bordered icon={UndoIcon} label="Undo" disabled={!planning.canUndo} onClick={planning.undo} />
              <Button
                ref={save}
                keepsFocus
                variant="primary"
                busy={planning.isSaving}
                disabled={planning.changes === 0}
                onClick={() => planning.send()}
              >
                {planning.changes === 0
                  ? 'Saved'
                  : `Save ${planning.changes} ${planning.changes === 1 ? 'change' : 'changes'}`}
              </Button>
            </>
          )}
        </span>
      </div>
      <PlanState planning={planning} locale={locale} />
      {planning.workError ? (
        <p role="alert" className="mb-2 text-bad">
          It could not be worked out: {errorMessage(planning.workError)}
        </p>
      ) : null}
      {lines.length === 0 ? (
        <EmptyState title="Nothing is planned yet">
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
                setOnly('')
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
            pricedOf={planning.pricedOf}
            locale={locale}
            isReadOnly={isReadOnly}
            active={at}
            onMove={onMove}
            onWrite={planning.write}
            onRefused={(refused) => notify.warning(refused)}
            onRemove={(gone) => {
              planning.remove((one) => one === gone)
              if (shown.length === 1) save.current?.focus()
            }}
            onUndo={planning.undo}
            onSave={() => (planning.changes > 0 && !planning.isSaving ? planning.send() : undefined)}
          />
          <p className="mt-1.5 min-h-5 text-sm" aria-live="polite">
            {current?.priced?.fault ? (
              <span className="text-bad">
                Line {current.line.line_no}: {current.priced.fault}
              </span>
            ) : current?.priced ? (
              <span className="text-ink-2">
                Line {current.line.line_no}:{' '}
                {stickerNames[current.line.sticker_code ?? ''] ?? current.line.sticker_code}. Cash{' '}
                {plain(current.priced.cash_cost, locale)}, coverage {plain(current.priced.coverage_cost, locale)},
                financing {plain(current.priced.finance_cost, locale)} {current.line.currency}
                {warnings.map(({ message }) => (
                  <span key={message} className="text-warn">
                    . {message}
                  </span>
                ))}
              </span>
            ) : null}
          </p>
          {isReadOnly ? null : (
            <p className="hidden text-sm text-ink-3 sm:block">
              Type over a number, Enter goes down, paste from a spreadsheet; Ctrl Z takes back, Ctrl Delete removes the
              line, Ctrl S saves.
            </p>
          )}
        </>
      )}
      {asked ? (
        <ConfirmDialog
          open
          title={`Add what stickers offer, ${counted(asked.count, locale)}?`}
          confirmLabel="Add and save"
          busy={planning.isSaving}
          onConfirm={() => {
            planning.send(asked.order)
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        >
          So many are added and saved at once, with the changes that are not saved yet. What is planned already stays as
          it is.
        </ConfirmDialog>
      ) : null}
      {planning.clash ? (
        <ClashDialog planning={planning} clash={planning.clash} nameOf={nameOf} locale={locale} />
      ) : null}
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
