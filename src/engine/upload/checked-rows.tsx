import { useCallback, useMemo, useRef, useState } from 'react'
import type { Screen } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { notify } from '#src/ui/notify.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/states.tsx'
import { checkColumns, reasonAt } from './check-columns.ts'
import { CheckGrid, type CheckGridHandle } from './check-grid.tsx'
import type { FormatBody } from './format-body.ts'
import type { Outcome, Upload } from './upload-api.ts'
import type { CheckedRow, Take } from './upload-api.ts'
import { conflictsOf, lineCount, rejectedOf } from './upload-figures.ts'
import { linesPerPart, useCheckedLines } from './use-checked-lines.ts'
import type { Corrections } from './use-corrections.ts'

interface CheckedRowsProps {
  readonly screen: Screen
  readonly upload: Upload
  readonly format: FormatBody
  readonly outcome: Outcome | null
  readonly rule: number | null
  readonly locale: string
  /** null: the lines can only be looked at. */
  readonly corrections: Corrections | null
}

/** From how many columns on it is worth leaving out those that nothing is the matter with. */
const manyColumns = 14

/** The lines of the file with what would become of them: new values, old beside new, errors to be put right in their cells. */
export function CheckedRows({ screen, upload, format, outcome, rule, locale, corrections }: CheckedRowsProps) {
  const version = `${upload.checked_at ?? ''} ${corrections?.revision ?? 0}`
  const grid = useRef<CheckGridHandle>(null)
  const onGone = useCallback((count: number) => grid.current?.moveUp(count), [])
  const lines = useCheckedLines({ id: upload.id, outcome, rule, version, onGone })
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const { show } = lines
  const onShow = useCallback(
    (first: number, last: number) => {
      setShown((before) => (before.first === first && before.last === last ? before : { first, last }))
      show(first, last)
    },
    [show],
  )
  const decide = corrections?.queue.decide
  const onTake = useCallback((row: CheckedRow, take: Take | null) => decide?.(take, [row.line]), [decide])
  const fileColumns = useMemo(() => upload.columns ?? [], [upload.columns])
  const all = useMemo(() => checkColumns(screen, format, fileColumns), [screen, format, fileColumns])
  const read = useMemo(() => ({ ...format, typed: upload.encoding === 'XLSX' }), [format, upload.encoding])
  const [concerned, setConcerned] = useState(false)
  const keys = new Set(screen.upload?.upsertOn ?? [])
  const some = all.filter(
    (column) =>
      keys.has(column.key) ||
      lines.rows.some(([, row]) => reasonAt(row, column) || (column.field && row.changes[column.field.name])),
  )
  const names = concerned ? some.map(({ key }) => key).join('\n') : ''
  const columns = useMemo(
    () => (concerned ? all.filter(({ key }) => names.split('\n').includes(key)) : all),
    [all, concerned, names],
  )
  const [withReasons] = useState(() => rejectedOf(upload) > 0 || conflictsOf(upload) > 0)
  const broken = Number(upload.problems ?? 0)
  const number = new Intl.NumberFormat(locale)
  if (lines.failed && lines.rows.length === 0)
    return (
      <ErrorState
        title="The lines could not be loaded"
        compact
        actions={<Button onClick={lines.again}>Try again</Button>}
      >
        {errorMessage(lines.failed)}
      </ErrorState>
    )
  const before = lines.part * linesPerPart
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-panel" aria-label="Lines">
      {lines.pending ? (
        <div className="h-[40vh] p-5" role="status" aria-label="Loading the lines">
          <SkeletonLines lines={8} />
        </div>
      ) : (
        <CheckGrid
          screen={screen}
          format={read}
          fileColumns={fileColumns}
          columns={columns}
          key={lines.part}
          ref={grid}
          count={lines.count}
          empty={
            outcome === 'rejected' && broken > 0
              ? `${lineCount(broken, locale)} cannot be shown in columns, being broken in the file. The file of rejected lines has ${broken === 1 ? 'it' : 'them'} with ${broken === 1 ? 'its number' : 'their numbers'}.`
              : 'No lines'
          }
          rowAt={lines.rowAt}
          rows={lines.rows}
          onShow={onShow}
          withReasons={withReasons}
          typed={corrections?.typed ?? noCells}
          takes={corrections?.takes ?? noTakes}
          locale={locale}
          onCorrect={corrections?.queue.correct ?? null}
          onTake={corrections ? onTake : null}
          onTakeBack={() => {
            const taken = corrections?.queue.takeBack()
            if (taken) notify.success(`${taken.column} of row ${number.format(taken.line)} is as it was`)
          }}
        />
      )}
      <nav
        aria-label="Pages of lines"
        className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-2 text-ink-2"
      >
        <span className="tabular-nums">
          {lines.count === 0
            ? ''
            : `${number.format(before + shown.first + 1)}–${number.format(before + Math.min(lines.count, shown.last + 1))} of ${number.format(lines.total)}`}
        </span>
        {all.length > manyColumns ? (
          <Checkbox
            label="Only columns concerned"
            checked={concerned}
            onChange={(event) => setConcerned(event.target.checked)}
          />
        ) : null}
        <span className="hidden flex-1 items-center gap-1.5 text-sm text-ink-3 md:flex">
          {corrections ? (
            <>
              <Kbd>Enter</Kbd> corrects <Kbd>F8</Kbd> next problem <Kbd>Ctrl Z</Kbd> takes back
            </>
          ) : null}
        </span>
        {lines.failed ? (
          <span role="alert" className="ml-auto flex items-center gap-2 text-bad">
            Some lines could not be loaded
            <Button size="sm" onClick={lines.again}>
              Try again
            </Button>
          </span>
        ) : null}
        {lines.parts > 1 ? (
          <span className="ml-auto flex items-center gap-2">
            <Button size="sm" disabled={lines.part === 0} onClick={() => lines.turn(lines.part - 1)}>
              Previous {number.format(linesPerPart)}
            </Button>
            <Button size="sm" disabled={lines.part + 1 >= lines.parts} onClick={() => lines.turn(lines.part + 1)}>
              Next {number.format(linesPerPart)}
            </Button>
          </span>
        ) : null}
      </nav>
    </section>
  )
}

const noCells: Corrections['typed'] = new Map()
const noTakes: Corrections['takes'] = new Map()
