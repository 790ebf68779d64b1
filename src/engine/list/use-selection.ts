import { useCallback, useMemo, useState } from 'react'
import { withRows, type RowSelection, type SelectedRows } from '#src/widgets/table/row-selection.ts'
import { chosenIds } from './selection.ts'

/** The chosen rows by id, across pages; `everything` stands for all that the filters let through. */
export function useSelection() {
  const [state, setState] = useState<SelectedRows>({})
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
    (id: string, on: boolean) => onChange((current) => withRows(current, [id], on)),
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
