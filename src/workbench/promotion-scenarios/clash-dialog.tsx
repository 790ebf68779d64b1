import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { Collision } from './plan-edit.ts'
import { fieldWords, plain } from './plan-words.ts'
import type { PlanLine } from './scenario-api.ts'
import type { Clash, Planning } from './use-plan.ts'

interface ClashDialogProps {
  readonly planning: Planning
  readonly clash: Clash
  readonly nameOf: (line: PlanLine) => string
  readonly locale: string
}

/** Asks about each cell that two planners changed to different values; nothing is saved before it is answered, and nothing is lost. */
export function ClashDialog({ planning, clash, nameOf, locale }: ClashDialogProps) {
  const { collisions, count, by } = clash
  const [mine, setMine] = useState<readonly boolean[]>(() => collisions.map(() => true))
  const who = by ?? 'Somebody else'
  const shown = (value: string | null): string => plain(value, locale) || 'empty'
  const sides = ({ kind, mine: own, theirs, field }: Collision): readonly [string, string] =>
    kind === 'gone'
      ? ['Keep the line as I have it', 'It is taken out']
      : kind === 'removal'
        ? ['Take it out', `Keep it, ${fieldWords[field!]} ${shown(theirs)}`]
        : [`Mine: ${shown(own)}`, `Theirs: ${shown(theirs)}`]
  return (
    <Dialog
      open
      title="Two of you changed the same"
      onClose={planning.leaveClash}
      footer={
        <>
          <Button onClick={planning.leaveClash}>Not now</Button>
          <Button variant="primary" busy={planning.isSaving} onClick={() => planning.settle(mine)}>
            Save
          </Button>
        </>
      }
    >
      <p className="text-ink-2">
        {who} saved this plan meanwhile. Everything else goes together; of{' '}
        {count === 1 ? 'this one' : `these ${plain(String(count), locale)}`} only one of both can stay.
        {count > collisions.length ? ` The first ${collisions.length} are asked now, the others after them.` : ''}
      </p>
      <div className="my-2 flex gap-2">
        <Button size="sm" onClick={() => setMine(collisions.map(() => true))}>
          All mine
        </Button>
        <Button size="sm" onClick={() => setMine(collisions.map(() => false))}>
          All theirs
        </Button>
      </div>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded border border-line">
        {collisions.map((one, at) => {
          const [own, other] = sides(one)
          const line = one as unknown as PlanLine
          const title = [nameOf(line), one.sticker_code, one.territory ?? one.country].filter(Boolean).join(', ')
          const choose = (isMine: boolean) => setMine(mine.map((before, place) => (place === at ? isMine : before)))
          return (
            <li key={`${title} ${one.field}`} className="px-3 py-2">
              <fieldset>
                <legend className="font-medium">
                  {title}
                  {one.field && one.kind === 'changed' ? (
                    <span className="font-normal text-ink-2">: {fieldWords[one.field]}</span>
                  ) : null}
                </legend>
                <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
                  {([true, false] as const).map((isMine) => (
                    <label key={String(isMine)} className="flex min-h-7 items-center gap-2">
                      <input
                        type="radio"
                        className="accent-accent"
                        name={`clash-${at}`}
                        checked={mine[at] === isMine}
                        onChange={() => choose(isMine)}
                      />
                      {isMine ? own : other}
                    </label>
                  ))}
                </div>
              </fieldset>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
