import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { notify } from '#src/ui/notify.ts'
import { counted } from '#src/widgets/counted.ts'
import type { ListModel } from '../use-list-page.ts'
import {
  afterSave,
  leftBySave,
  mergeable,
  saveStaged,
  undoOfSave,
  type EndedSave,
  type SaveAnswer,
} from './save-staged.ts'
import { countStaged, type StagedRecord, type Staging } from './staging.ts'
import { undoSize } from './undo.ts'
import type { StagingModel } from './use-staging.ts'

interface SaveOptions {
  readonly model: Pick<ListModel, 'screen' | 'records' | 'locale' | 'rights' | 'offerUndo'>
  readonly staged: StagingModel
  readonly onAllSaved: () => void
}

/** Saves staged records with progress; refused ones stay staged with the reason, changes of others in other fields are merged and saved once more. */
export function useSave({ model, staged, onAllSaved }: SaveOptions) {
  const { screen, records, locale } = model
  const client = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const [ended, setEnded] = useState<EndedSave | null>(null)
  const stopper = useRef<AbortController | null>(null)
  const latest = useRef(staged)
  latest.current = staged

  const words = (count: number): string => counted(count, [screen.label, screen.plural], locale)

  const send = (ready: readonly StagedRecord[], signal: AbortSignal): Promise<SaveAnswer> =>
    saveStaged({
      client,
      endpoint: records.endpoint,
      fields: screen.fields,
      records: ready,
      signal,
      onProgress: setProgress,
    })

  const run = async (ready: readonly StagedRecord[]): Promise<void> => {
    const controller = new AbortController()
    stopper.current = controller
    setProgress(0)
    setEnded(null)
    const first = await send(ready, controller.signal)
    const before = latest.current.staging
    let left: Staging = afterSave(latest.current.staging, first.saved, screen.fields)
    const again = first.error ? [] : mergeable(left, first.saved)
    const nothing: SaveAnswer = { saved: [], error: null }
    const second = again.length > 0 && !controller.signal.aborted ? await send(again, controller.signal) : nothing
    const [one, two] = [undoOfSave(before, first.saved, screen.fields), undoOfSave(left, second.saved, screen.fields)]
    left = afterSave(left, second.saved, screen.fields)
    latest.current.restart(() => left)
    setProgress(null)
    stopper.current = null
    const done = [...first.saved, ...second.saved].filter(({ refusal }) => refusal === null).length
    if (done > 0) {
      notify.success(screen.messages.updated, { description: words(done) })
      const remove = model.rights.delete ? [...one.remove, ...two.remove] : []
      const undo = { words: `${words(done)} saved`, update: [...one.update, ...two.update], create: [], remove }
      model.offerUndo(undoSize(undo) === done ? undo : null)
    }
    const error = first.error ?? second.error
    setEnded({ keys: ready.map(({ key }) => key), error })
    if (!error && countStaged(left).records === 0) onAllSaved()
  }
  return {
    run,
    progress,
    problem: ended && leftBySave(ended, staged.staging, words),
    stop: () => stopper.current?.abort(),
  }
}
