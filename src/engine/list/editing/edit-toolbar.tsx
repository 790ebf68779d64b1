import { Button } from '#src/ui/button.tsx'
import { CloseIcon, CopyIcon, PlusIcon, UndoIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { commandKey } from '#src/ui/kbd.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { StagingModel } from './use-staging.ts'

interface EditToolbarProps {
  readonly model: StagingModel
  readonly problems: number
  readonly onAdd: (() => void) | undefined
  readonly onCopy: () => void
  readonly onDiscardAll: () => void
  readonly onReview: () => void
  readonly onClose: () => void
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** What is staged, and what can be done with it. */
export function EditToolbar({ model, problems, onAdd, onCopy, onDiscardAll, onReview, onClose }: EditToolbarProps) {
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
      <span className="ms-auto flex flex-wrap items-center gap-1.5">
        <IconButton icon={UndoIcon} label={`Undo (${commandKey()}+Z)`} disabled={!model.canUndo} onClick={model.undo} />
        <IconButton
          icon={UndoIcon}
          className="-scale-x-100"
          label={`Redo (${commandKey()}+Y)`}
          disabled={!model.canRedo}
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
        <Button size="sm" variant="primary" disabled={records === 0} onClick={onReview}>
          Review changes
        </Button>
        <IconButton icon={CloseIcon} label="Stop editing in the list" onClick={onClose} />
      </span>
    </div>
  )
}
