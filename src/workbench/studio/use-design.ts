import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ScreenDefinition } from '#src/definition'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { notify } from '#src/ui/notify.ts'
import { afterDesign, checkQuery, discardDesign, moveDesign, saveDesign, type Portrait } from './studio-api.ts'

const quietFor = 350

/** A value as it was some time ago, once it has been still that long. */
function useStill<T>(value: T): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), quietFor)
    return () => clearTimeout(timer)
  }, [value])
  return still
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The definition under the hands of one user: its edits, what the server says of them, and the steps it can take. */
export function useDesign(portrait: Portrait) {
  const client = useQueryClient()
  const own = portrait.own
  const [definition, setDefinition] = useState<ScreenDefinition>(portrait.definition)
  const [base, setBase] = useState({ definition: portrait.definition, version: own?.row_version ?? 0 })
  const past = useRef<ScreenDefinition[]>([])
  const [undoable, setUndoable] = useState(0)
  const still = useStill(definition)
  const check = useQuery({ ...checkQuery(still), enabled: own !== null })
  // While something is half typed the preview stays as it was.
  const shown = useRef(portrait.screen)
  if (check.data?.screen) shown.current = check.data.screen
  const isDirty = useMemo(() => !same(definition, base.definition), [definition, base])

  const edit = (next: ScreenDefinition) => {
    past.current = [...past.current.slice(-99), definition]
    setUndoable(past.current.length)
    setDefinition(next)
  }
  const undo = () => {
    const before = past.current.at(-1)
    if (!before) return
    past.current = past.current.slice(0, -1)
    setUndoable(past.current.length)
    setDefinition(before)
  }
  const failed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'ROW_CONFLICT')
      notify.error(
        `${errorMessage(error)} Your changes are still here: export them, or load the page again to see theirs.`,
      )
    else if (error instanceof ApiError && error.issues.length > 0)
      notify.error(`${errorMessage(error)} ${error.issues[0]!.message}`)
    else notify.error(errorMessage(error))
  }
  const persist = async (): Promise<number> => {
    if (!isDirty) return base.version
    const saved = await saveDesign(portrait.name, base.version, definition)
    setBase({ definition, version: saved.row_version })
    return saved.row_version
  }
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: persist,
    onSuccess: async () => {
      notify.success('Draft saved')
      await afterDesign(client, { shell: false })
    },
    onError: failed,
  })
  const step = useMutation({
    meta: { quiet: true },
    mutationFn: async ({ to, note }: { to: 'publish' | 'retire'; note: string | null }) => {
      const version = to === 'publish' ? await persist() : base.version
      return moveDesign(portrait.name, to, { row_version: version, note })
    },
    onSuccess: async (design, { to }) => {
      setBase({ definition: design.definition, version: design.row_version })
      notify.success(to === 'publish' ? 'The screen is in use' : 'The screen is out of use. Its records are kept.')
      await afterDesign(client, { shell: true })
    },
    onError: failed,
  })
  const discard = useMutation({
    meta: { quiet: true },
    mutationFn: () => discardDesign(portrait.name),
    onError: failed,
  })
  return {
    definition,
    edit,
    undo,
    canUndo: undoable > 0,
    isDirty,
    checked: check.data,
    screen: shown.current,
    /** The definition that was checked last. */
    still,
    isChecking: check.isFetching || still !== definition,
    checkError: check.error,
    checkAgain: () => void check.refetch(),
    save,
    step,
    discard,
    /** From here on nothing is unsaved: what is in hand is meant to be left. */
    settle: () => setBase((before) => ({ ...before, definition })),
  }
}

export type Designing = ReturnType<typeof useDesign>
