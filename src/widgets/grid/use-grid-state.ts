import type { Field } from '#src/definition'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { printGridAddress, readGridAddress, type GridAddress } from './grid-address.ts'

export interface GridState extends GridAddress {
  readonly folded: ReadonlySet<string>
}

// What is typed above a column need not be in the address before it is finished.
const pause = 300

/**
 * What of a grid the user has chosen, kept behind the `#` of the address: coming back, reloading and sending the link
 * lead to the same rows, and the rows themselves, which the rest of the address asks for, are not read again for it.
 */
export function useGridState(fields: readonly Field[], group: readonly string[]) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const read = (text: string): GridState => ({ ...readGridAddress(text, fields, group), folded: new Set() })
  const [state, setState] = useState(() => read(hash))
  const written = useRef(hash)
  const reading = useRef(read)
  reading.current = read
  useEffect(() => {
    // Not by this grid: a link to another view of the same rows.
    if (hash === written.current) return
    written.current = hash
    setState(reading.current(hash))
  }, [hash])
  const text = printGridAddress(state, group)
  useEffect(() => {
    if (text === written.current) return undefined
    const timer = setTimeout(() => {
      written.current = text
      void navigate({ search: window.location.search, hash: text }, { replace: true, preventScrollReset: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [text, navigate])
  const change = useCallback((part: Partial<GridState>): void => setState((current) => ({ ...current, ...part })), [])
  const fold = useCallback((path: string): void => {
    setState((current) => {
      const folded = new Set(current.folded)
      if (!folded.delete(path)) folded.add(path)
      return { ...current, folded }
    })
  }, [])
  return { state, change, fold }
}
