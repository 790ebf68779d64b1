import { useRef, useState } from 'react'

/** What is being typed, null for nothing; `now` is what it is already, before the next render. */
export function useTyped() {
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef<string | null>(null)
  const [handlers] = useState(() => ({
    now: () => latest.current,
    put: (text: string | null) => {
      latest.current = text
      setTyped(text)
    },
  }))
  return { typed, ...handlers }
}
