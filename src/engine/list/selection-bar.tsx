import type { Action } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { CopyIcon, EditIcon, MoreIcon, TrashIcon } from '#src/ui/icons.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'

interface SelectionBarProps {
  readonly words: string
  /** Offered when all rows of the page are chosen and there are more: "Select all 245,903". */
  readonly allWords: string | null
  readonly actions: readonly Action[]
  readonly onAll: () => void
  readonly onCopy: (() => void) | undefined
  readonly onEdit: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
  readonly onAction: (action: Action) => void
  readonly onClear: () => void
}

// One behind a menu would take as much room as itself.
const most = 2

/** What can be done with the chosen rows; lies over the foot of the table, so that nothing moves. */
export function SelectionBar({
  words,
  allWords,
  actions,
  onAll,
  onCopy,
  onEdit,
  onDelete,
  onAction,
  onClear,
}: SelectionBarProps) {
  const [shown, more] = actions.length > most + 1 ? [actions.slice(0, most), actions.slice(most)] : [actions, []]
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-14 z-30 flex justify-center px-4">
      <section
        aria-label="Chosen rows"
        className="float-in pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg bg-panel px-3 py-2 shadow-float"
      >
        <p aria-live="polite" className="px-1 font-medium whitespace-nowrap">
          {words}
        </p>
        {allWords && (
          <Button size="sm" variant="ghost" className="!text-accent-ink" onClick={onAll}>
            {allWords}
          </Button>
        )}
        {onCopy && (
          <Button size="sm" icon={CopyIcon} onClick={onCopy}>
            Copy
          </Button>
        )}
        {onEdit && (
          <Button size="sm" icon={EditIcon} onClick={onEdit}>
            Edit
          </Button>
        )}
        {shown.map((action) => (
          <Button key={action.name} size="sm" onClick={() => onAction(action)}>
            {action.label}
          </Button>
        ))}
        {more.length > 0 && (
          <Menu
            label="More actions on the chosen rows"
            items={more.map((action) => ({
              label: action.label,
              danger: action.danger ?? false,
              onSelect: () => onAction(action),
            }))}
            trigger={(trigger) => (
              <IconButton {...trigger} size="sm" bordered icon={MoreIcon} label="More actions on the chosen rows" />
            )}
          />
        )}
        {onDelete && (
          <Button size="sm" icon={TrashIcon} className="!text-bad" onClick={onDelete}>
            Delete
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onClear}>
          Clear
        </Button>
      </section>
    </div>
  )
}
