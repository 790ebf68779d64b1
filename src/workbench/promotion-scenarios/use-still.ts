import { useEffect, useState } from 'react'

const quietFor = 250

/** A value once it has been still for a moment. */
export function useStill<T>(value: T): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), quietFor)
    return () => clearTimeout(timer)
  }, [value])
  return still
}
