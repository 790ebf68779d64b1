import { Dialog } from '#src/ui/dialog.tsx'
import { commandKey, Kbd } from '#src/ui/kbd.tsx'

const groups = (): readonly {
  readonly title: string
  readonly keys: readonly (readonly [readonly string[], string])[]
}[] => [
  {
    title: 'Everywhere',
    keys: [
      [[commandKey(), 'K'], 'Go to a screen or a record'],
      [['/'], 'Search on this screen, or everywhere'],
      [['['], 'Fold the navigation away or out'],
      [['?'], 'This map'],
      [['Esc'], 'Close what floats'],
    ],
  },
  {
    title: 'Lists',
    keys: [
      [['↑', '↓', '←', '→'], 'Move from cell to cell'],
      [['Enter'], 'Look at the row at the side'],
      [['X'], 'Choose the row'],
      [['E'], 'Edit the row'],
      [['N'], 'New record'],
      [[commandKey(), 'C'], 'Copy the chosen rows'],
    ],
  },
  {
    title: 'Records',
    keys: [
      [['E'], 'Edit'],
      [[commandKey(), 'S'], 'Save'],
    ],
  },
]

/** The keys of the product. */
export function KeyboardMap({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard" size="md">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {groups().map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-2 text-sm font-semibold text-ink-3">{title}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
              {keys.map(([names, what]) => (
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
          </section>
        ))}
      </div>
    </Dialog>
  )
}
