import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import type { Values } from './changes.ts'
import { resolveCollisions, type Collision, type Merge } from './merge.ts'
import type { Saver } from '#src/widgets/who-saved.ts'
import { RowsTable } from './rows-table.tsx'

interface ConflictDialogProps {
  readonly merge: Pick<Merge, 'values' | 'collisions'>
  /** Who saved meanwhile, and when. */
  readonly by: Saver
  readonly labels: Labels
  readonly locale: string
  readonly resolveLabel: string
  readonly onResolve: (values: Values) => void
  readonly onClose: () => void
}

interface ValueProps {
  readonly collision: Collision
  readonly value: unknown
  readonly labels: Labels
  readonly locale: string
}

function Value({ collision, value, labels, locale }: ValueProps) {
  const { field, within } = collision
  if (within && !within.cell) {
    return value === null ? (
      <span className="text-ink-3">no such row</span>
    ) : (
      <RowsTable field={field} value={[value]} locale={locale} />
    )
  }
  if (field.type === 'rows') return <RowsTable field={field} value={value} locale={locale} />
  return (
    <span className="break-words whitespace-pre-wrap text-ink-1">
      {renderCell(value, field, { locale, labels }) ?? <span className="text-ink-3">empty</span>}
    </span>
  )
}

const titleOf = ({ top, field, row }: Collision): string =>
  row === undefined ? field.label : [top.label, row, field === top ? '' : field.label].filter(Boolean).join(' › ')

const byOthers = {
  title: 'Somebody else has saved this record meanwhile',
  ask: 'Your other changes are added to theirs. Choose which value stays where both of you changed the same.',
  allMine: 'All mine',
  allTheirs: 'All theirs',
  mine: 'Your value',
  theirs: 'Their value',
}
const byUser: typeof byOthers = {
  title: 'You have saved this record in another window',
  ask: 'Your other changes are added to those. Choose which value stays where you changed the same there and here.',
  allMine: 'All from here',
  allTheirs: 'All from there',
  mine: 'Typed here',
  theirs: 'Saved there',
}
const byNobody = { ...byOthers, title: 'This record was saved meanwhile' }

/** Asks, value by value, which stays when the same one was changed twice, by two people or in two windows; with what it was before. */
export function ConflictDialog({ merge, by, labels, locale, resolveLabel, onResolve, onClose }: ConflictDialogProps) {
  const { collisions } = merge
  const words = by.isUser === null ? byNobody : by.isUser ? byUser : byOthers
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (id: string, other: boolean) =>
    setTheirs((before) => new Set(other ? [...before, id] : [...before].filter((one) => one !== id)))
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={words.title}
      description={`${by.words} ${words.ask}`}
      footer={
        <>
          {collisions.length > 1 ? (
            <span className="mr-auto flex gap-2">
              <Button variant="ghost" onClick={() => setTheirs(new Set())}>
                {words.allMine}
              </Button>
              <Button variant="ghost" onClick={() => setTheirs(new Set(collisions.map(({ id }) => id)))}>
                {words.allTheirs}
              </Button>
            </span>
          ) : null}
          <Button onClick={onClose}>Back to editing</Button>
          <Button variant="primary" onClick={() => onResolve(resolveCollisions(merge, theirs))}>
            {resolveLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {collisions.map((collision) => (
          <fieldset key={collision.id}>
            <legend className="mb-1 font-medium text-ink-1">{titleOf(collision)}</legend>
            <p className="mb-1.5 flex flex-wrap items-baseline gap-1.5 text-sm text-ink-2">
              Before: <Value collision={collision} value={collision.base} labels={labels} locale={locale} />
            </p>
            <div className="grid gap-2 sm:grid-cols-2">
              {[
                { label: words.mine, value: collision.mine, other: false },
                { label: words.theirs, value: collision.theirs, other: true },
              ].map((option) => {
                const picked = theirs.has(collision.id) === option.other
                return (
                  <label
                    key={option.label}
                    className={cx(
                      'flex min-w-0 cursor-pointer items-start gap-2.5 rounded border px-3 py-2',
                      picked ? 'border-accent-ink bg-accent-soft' : 'border-line-strong hover:bg-hover',
                    )}
                  >
                    <input
                      type="radio"
                      className="mt-0.5 accent-(--accent)"
                      name={`conflict-${collision.id}`}
                      checked={picked}
                      onChange={() => choose(collision.id, option.other)}
                    />
                    <span className="min-w-0">
                      <span className="block text-sm text-ink-2">{option.label}</span>
                      <Value collision={collision} value={option.value} labels={labels} locale={locale} />
                    </span>
                  </label>
                )
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
