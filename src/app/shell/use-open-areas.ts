import { useState } from 'react'

const read = (key: string): ReadonlySet<string> => new Set((localStorage.getItem(key) ?? '').split(',').filter(Boolean))

/**
 * Which areas of the navigation are open, and how to fold one up or out; remembered in this browser. All are open from the
 * start, of a long menu only the `current` one.
 */
export function useOpenAreas(
  long: boolean,
  current: string | null,
): { readonly isOpen: (area: string) => boolean; readonly toggle: (area: string) => void } {
  const key = long ? 'tierline:open-areas' : 'tierline:closed-areas'
  const [marked, setMarked] = useState({ key, areas: read(key) })
  // The area one works in, folded up until one leaves it.
  const [folded, setFolded] = useState<string | null>(null)
  const areas = marked.key === key ? marked.areas : read(key)
  const isOpen = (area: string) => (long ? areas.has(area) || (area === current && area !== folded) : !areas.has(area))
  const toggle = (area: string) => {
    const open = isOpen(area)
    const next = new Set(areas)
    if (open === long) next.delete(area)
    else next.add(area)
    localStorage.setItem(key, [...next].join(','))
    setMarked({ key, areas: next })
    setFolded(open && area === current ? area : null)
  }
  return { isOpen, toggle }
}
