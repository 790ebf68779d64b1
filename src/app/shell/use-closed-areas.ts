import { useState } from 'react'

const key = 'tierline:closed-areas'

const read = (): ReadonlySet<string> => new Set((localStorage.getItem(key) ?? '').split(',').filter(Boolean))

/** The areas of the navigation that the user has folded up; remembered in this browser. */
export function useClosedAreas(): readonly [ReadonlySet<string>, (area: string) => void] {
  const [closed, setClosed] = useState(read)
  const toggle = (area: string) => {
    const next = new Set(closed)
    if (!next.delete(area)) next.add(area)
    localStorage.setItem(key, [...next].join(','))
    setClosed(next)
  }
  return [closed, toggle]
}
