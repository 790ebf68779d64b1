import { startTransition, useEffect, useState } from 'react'

/** The least that lies above a table on a page, and the least height of a row, in px. */
const [above, row] = [190, 28]
const firstScreen = (): number => Math.max(8, Math.ceil((window.innerHeight - above) / row))

/** The rows to draw: at first only those that fill a screen, the rest right behind them; from then on, and with `all`, all. */
export function useFirstRows<R>(rows: readonly R[] | null, all: () => boolean = () => false): readonly R[] | null {
  const [whole, setWhole] = useState(all)
  const there = rows !== null
  useEffect(() => {
    if (there) startTransition(() => setWhole(true))
  }, [there])
  return whole || !rows ? rows : rows.slice(0, firstScreen())
}
