import { Dialog } from '#src/ui/dialog.tsx'
import { commandKey, Kbd } from '#src/ui/kbd.tsx'

const keys = (): readonly (readonly [readonly string[], string])[] => [
  [['/'], 'Search'],
  [['↑', '↓', '←', '→'], 'Move from cell to cell'],
  [['Page ↑', 'Page ↓'], 'Move by a screen of rows'],
  [[commandKey(), 'Home'], 'First row'],
  [[commandKey(), 'End'], 'Last row'],
  [['Enter'], 'Look at the row at the side'],
  [['E'], 'Edit the row'],
  [['F2'], 'Edit cells in the list; a double click does too'],
  [['X'], 'Choose the row, with Shift a range by pointer'],
  [[commandKey(), 'C'], 'Copy the chosen rows with headings'],
  [['N'], 'New record'],
  [['?'], 'This map'],
]

/** The keys of a list. */
export function KeyboardMap({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} size="sm" title="Keyboard">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {keys().map(([names, what]) => (
          <div key={what} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd className="text-ink-2">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
