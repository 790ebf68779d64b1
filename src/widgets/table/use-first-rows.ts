import { startTransition, useEffect, useState } from 'react'

const firstScreen = 32

/** The rows to draw: at first only those that fill a screen, the rest right behind them; from then on, and with `all`, all. */
export function useFirstRows<R>(rows: readonly R[] | null, all: () => boolean = () => false): readonly R[] | null {
  const [whole, setWhole] = useState(all)
  const there = rows !== null
  useEffect(() => {
    if (there) startTransition(() => setWhole(true))
  }, [there])
  return whole || !rows || rows.length <= firstScreen ? rows : rows.slice(0, firstScreen)
}
