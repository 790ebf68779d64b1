import { useState } from 'react'
import type { Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { renderCell } from '#src/widgets/cells.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import type { Collision, Values } from './changes.ts'
import { RowsTable } from './rows-table.tsx'

interface ConflictDialogProps {
  readonly collisions: readonly Collision[]
  readonly labels: Labels
  readonly locale: string
  readonly onResolve: (chosen: Values) => void
  readonly onClose: () => void
}

function Value({ field, value, labels, locale }: { field: Field; value: unknown; labels: Labels; locale: string }) {
  if (field.type === 'rows') return <RowsTable field={field} value={value} locale={locale} />
  return (
    <span className="break-words text-ink-1">
      {renderCell(value, field, { locale, labels }) ?? <span className="text-ink-3">empty</span>}
    </span>
  )
}

/** Asks, field by field, whose value stays when two people changed the same one. */
export function ConflictDialog({ collisions, labels, locale, onResolve, onClose }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, other: boolean) =>
    setTheirs((before) => {
      const next = new Set(before)
      if (other) next.add(name)
      else next.delete(name)
      return next
    })
  const resolve = () =>
    onResolve(
      Object.fromEntries(
        collisions.map(({ field, mine, theirs: other }) => [field.name, theirs.has(field.name) ? other : mine]),
      ),
    )
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title="Somebody else has saved this record meanwhile"
      description="Changes to other fields are merged. Choose which value stays where both of you changed the same field."
      footer={
        <>
          <Button onClick={onClose}>Back to editing</Button>
          <Button variant="primary" onClick={resolve}>
            Save these values
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {collisions.map(({ field, mine, theirs: other }) => (
          <fieldset key={field.name}>
            <legend className="mb-1.5 text-sm font-medium text-ink-2">{field.label}</legend>
            <div className="grid gap-2 sm:grid-cols-2">
              {[
                { label: 'Your value', value: mine, picked: !theirs.has(field.name), isOther: false },
                { label: 'Their value', value: other, picked: theirs.has(field.name), isOther: true },
              ].map((option) => (
                <label
                  key={option.label}
                  className={cx(
                    'flex cursor-pointer items-start gap-2.5 rounded border px-3 py-2',
                    option.picked ? 'border-accent-ink bg-accent-soft' : 'border-line-strong hover:bg-hover',
                  )}
                >
                  <input
                    type="radio"
                    className="mt-0.5 accent-(--accent)"
                    name={`conflict-${field.name}`}
                    checked={option.picked}
                    onChange={() => choose(field.name, option.isOther)}
                  />
                  <span className="min-w-0">
                    <span className="block text-sm text-ink-2">{option.label}</span>
                    <Value field={field} value={option.value} labels={labels} locale={locale} />
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
