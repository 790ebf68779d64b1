import { useEffect, useState } from 'react'
import { logWarning } from '#src/data/log.ts'
import { useModule } from '#src/ui/use-module.ts'

const load = () => import('#src/ui/tooltip.tsx')

/** The tips, which come with the first thing that is pointed at or reached by keys: the first page does without their program. */
export function Tooltips() {
  const [first, setFirst] = useState<Event | null>(null)
  const tips = useModule(first !== null, load, (error) => {
    logWarning('The tips could not be loaded', error)
    setFirst(null)
  })
  useEffect(() => {
    if (first) return undefined
    document.addEventListener('pointerover', setFirst)
    document.addEventListener('focusin', setFirst)
    return () => {
      document.removeEventListener('pointerover', setFirst)
      document.removeEventListener('focusin', setFirst)
    }
  }, [first])
  return first && tips ? <tips.TooltipHost first={first} /> : null
}
