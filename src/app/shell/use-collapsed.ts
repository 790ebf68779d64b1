import { useState } from 'react'

const key = 'tierline:navigation'

/** Whether the navigation at the side is folded away; remembered in this browser. */
export function useCollapsed(): readonly [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(key) === 'collapsed')
  return [
    collapsed,
    (next) => {
      localStorage.setItem(key, next ? 'collapsed' : 'open')
      setCollapsed(next)
    },
  ]
}
