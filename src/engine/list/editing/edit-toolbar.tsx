import { Button } from '#src/ui/button.tsx'
import { CloseIcon, CopyIcon, PlusIcon, UndoIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { commandKey } from '#src/ui/kbd.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { Tag } from '#src/ui/tag.tsx'
import { userLocale } from '#src/data/user-locale.ts'
import { formatDecimal } from '#src/definition/field-types/numbers.ts'
import type { StagingModel } from './use-staging.ts'

interface EditToolbarProps {
  readonly model: StagingModel
  readonly problems: number
  /** What is being put into many cells, and how far it is. */
  readonly work: { readonly label: string; readonly done: number; readonly total: number } | null
  readonly onStop: () => void
  readonly onAdd: (() => void) | undefined
  readonly onCopy: () => void
  readonly onDiscardAll: () => void
  readonly onReview: () => void
  readonly onClose: () => void
}

const plural = (count: number, one: string): string =>
  `${formatDecimal(count, userLocale(), 0, 0)} ${one}${count === 1 ? '' : 's'}`

/** What is staged, and what can be done with it. */
export function EditToolbar(props: EditToolbarProps) {
  const { model, problems, work, onStop, onAdd, onCopy, onDiscardAll, onReview, onClose } = props
  const { cells, records } = model.counts
  return (
    <div
      role="toolbar"
      aria-label="Editing in the list"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-panel px-3 py-1.5"
    >
      <strong className="font-semibold">Editing in the list</strong>
      <span role="status" className="flex items-center gap-2">
        {records === 0 ? (
          <span className="text-ink-2">Nothing changed yet</span>
        ) : (
          <Tag tone="warn">
            {plural(cells, 'change')} in {plural(records, 'record')}
          </Tag>
        )}
        {problems > 0 && <Tag tone="bad">{plural(problems, 'record')} with problems</Tag>}
      </span>
      {records > 0 && model.isKept && <span className="text-sm text-ink-2">Draft kept on this device</span>}
      {work && (
        <span className="flex items-center gap-2">
          <Progress label={work.label} value={work.done} max={work.total} className="w-56" />
          <Button size="sm" onClick={onStop}>
            Stop
          </Button>
        </span>
      )}
      <span className="ms-auto flex flex-wrap items-center gap-1.5">
        <IconButton
          icon={UndoIcon}
          label={`Undo (${commandKey()}+Z)`}
          disabled={!model.canUndo || work !== null}
          onClick={model.undo}
        />
        <IconButton
          icon={UndoIcon}
          className="-scale-x-100"
          label={`Redo (${commandKey()}+Y)`}
          disabled={!model.canRedo || work !== null}
          onClick={model.redo}
        />
        <IconButton icon={CopyIcon} label="Copy the chosen cells with headings" onClick={onCopy} />
        {onAdd && (
          <Button size="sm" icon={PlusIcon} onClick={onAdd}>
            Add row
          </Button>
        )}
        {records > 0 && (
          <Button size="sm" variant="ghost" onClick={onDiscardAll}>
            Discard all
          </Button>
        )}
        <Button size="sm" variant="primary" disabled={records === 0 || work !== null} onClick={onReview}>
          Review changes
        </Button>
        <IconButton icon={CloseIcon} label="Stop editing in the list" onClick={onClose} />
      </span>
    </div>
  )
}
