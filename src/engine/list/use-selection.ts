import { useCallback, useMemo, useState } from 'react'
import { withRows, type RowSelection, type SelectedRows } from '#src/widgets/table/row-selection.ts'
import { chosenIds } from './selection.ts'

/** The chosen rows by id, across pages and orders; `everything` stands for all that the filters let through. Another filter chooses anew: what one no longer sees is not worked on. */
export function useSelection(scope: string) {
  const [state, setState] = useState<SelectedRows>({})
  const [everything, setEverything] = useState(false)
  const [chosenIn, setChosenIn] = useState(scope)
  if (chosenIn !== scope) {
    setChosenIn(scope)
    setState({})
    setEverything(false)
  }
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
  /** The choice as a page shows it: with everything chosen, each of its rows is; taking one out leaves the others of the page. */
  const over = useCallback(
    (page: readonly string[]): RowSelection => {
      if (!everything) return { state, onChange }
      const all = withRows({}, page, true)
      return { state: all, onChange: (update) => onChange(() => update(all)) }
    },
    [everything, state, onChange],
  )
  return {
    state,
    over,
    onChange,
    ids,
    set,
    choose,
    everything,
    chooseEverything: () => setEverything(true),
    clear: () => set([]),
  }
}
