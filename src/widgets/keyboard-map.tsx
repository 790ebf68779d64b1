import { useState } from 'react'
import { Dialog } from '#src/ui/dialog.tsx'
import { Input } from '#src/ui/input.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { SearchIcon } from '#src/ui/icons.tsx'
import { keyGroups } from './key-groups.ts'

interface KeyboardMapProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** The keys of the product, to be read and searched; those of what is on the page come first. */
export function KeyboardMap({ open, onClose }: KeyboardMapProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard" size="lg">
      <Keys />
    </Dialog>
  )
}

function Keys() {
  const [wanted, setWanted] = useState('')
  const [groups] = useState(keyGroups)
  const words = wanted.trim().toLowerCase()
  const found = groups
    .map((group) => ({
      ...group,
      keys: group.keys.filter(([names, what]) =>
        `${names.join(' ')} ${what} ${group.title}`.toLowerCase().includes(words),
      ),
    }))
    .filter(({ keys }) => keys.length > 0)
  return (
    <div className="flex min-h-96 flex-col gap-5">
      <Input
        type="search"
        aria-label="Search the keys"
        placeholder="Search the keys"
        prefix={<SearchIcon />}
        value={wanted}
        autoFocus
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className="gap-x-10 sm:columns-2">
        {found.map(({ title, here, keys }) => (
          <section key={title} aria-label={title} className="mb-6 break-inside-avoid">
            <h3 className="mb-2 flex items-center gap-2 text-sm font-semibold text-ink-3">
              {title}
              {here && (
                <span className="rounded-full bg-accent-soft px-2 font-normal text-accent-ink">On this page</span>
              )}
            </h3>
            <dl className="flex flex-col gap-2">
              {keys.map(([names, what]) => (
                <div key={what} className="flex items-start justify-between gap-4">
                  <dt className="order-2 flex shrink-0 gap-1">
                    {names.map((name) => (
                      <Kbd key={name}>{name}</Kbd>
                    ))}
                  </dt>
                  <dd className="min-w-0 text-ink-2">{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {found.length === 0 && <p className="text-ink-2">No key is called that.</p>}
    </div>
  )
}
