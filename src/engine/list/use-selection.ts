import type { RowSelectionState } from '@tanstack/react-table'
import { useCallback, useMemo, useState } from 'react'
import type { RowSelection } from '#src/widgets/table/data-table.tsx'
import { chosenIds } from './selection.ts'

/** The chosen rows by id, across pages; `everything` stands for all that the filters let through. */
export function useSelection() {
  const [state, setState] = useState<RowSelectionState>({})
  const [everything, setEverything] = useState(false)
  const onChange = useCallback<RowSelection['onChange']>((update) => {
    setEverything(false)
    setState(update)
  }, [])
  const set = useCallback((ids: readonly number[]) => {
    setEverything(false)
    setState(Object.fromEntries(ids.map((id) => [String(id), true as const])))
  }, [])
  const ids = useMemo(() => chosenIds(state), [state])
  const choose = useCallback(
    (id: string, on: boolean) => {
      onChange((current) => {
        const { [id]: _old, ...others } = current
        return on ? { ...others, [id]: true } : others
      })
    },
    [onChange],
  )
  return {
    state,
    onChange,
    ids,
    set,
    choose,
    everything,
    chooseEverything: () => setEverything(true),
    clear: () => set([]),
  }
}

export type Selection = ReturnType<typeof useSelection>
