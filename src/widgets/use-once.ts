import { useCallback, useEffect, useRef, type MouseEvent } from 'react'

/**
 * A handler of clicks whose work is begun once: not again while it goes on, which is known before anything is drawn, nor by the
 * second click of a double click, however soon the first was answered. Failures are told by the work itself.
 */
export function useOnce(work: () => Promise<unknown>): (event: Pick<MouseEvent, 'detail'>) => void {
  const latest = useRef(work)
  const atWork = useRef(false)
  useEffect(() => {
    latest.current = work
  })
  return useCallback(({ detail }) => {
    if (atWork.current || detail > 1) return
    atWork.current = true
    const end = () => {
      atWork.current = false
    }
    latest.current().then(end, end)
  }, [])
}
