import { useEffect, useLayoutEffect, useRef } from 'react'

/** Puts the name of a record before the title that its page has given the browser's tab. */
export function useRecordTitle(title: string): void {
  const before = useRef<string | null>(null)
  // Taken back before another page gives its own title, which it does while it is laid out.
  useLayoutEffect(
    () => () => {
      if (before.current !== null) document.title = before.current
      before.current = null
    },
    [title],
  )
  useEffect(() => {
    before.current = document.title
    document.title = `${title} · ${before.current}`
  }, [title])
}
