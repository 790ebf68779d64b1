import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { api } from '#src/data/api.ts'
import { CorrectionQueue, type CorrectionState } from './correction-queue.ts'
import { isRunning, putCells, putConflicts, uploadKey, type Upload } from './upload-api.ts'

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until the server does nothing with an import any more; short work is noticed soon, long work asked for seldom. */
async function settled(id: number, onSeen: (upload: Upload) => void): Promise<Upload> {
  for (let wait = 60; ; wait = Math.min(700, wait * 1.6)) {
    const upload = await api.get<Upload>(`uploads/${id}`, { background: true })
    onSeen(upload)
    if (!isRunning(upload.state)) return upload
    await pause(wait)
  }
}

export interface Corrections extends CorrectionState {
  readonly queue: CorrectionQueue
  /** What the import was before corrections were begun; its counts hold until the new ones are there. */
  readonly before: Upload | undefined
  readonly busy: boolean
}

/** Corrections of one import's cells; they go on when the step is left, and leaving the page with unsent ones asks. */
export function useCorrections(upload: Upload | undefined): Corrections | null {
  const client = useQueryClient()
  const id = upload?.id
  const latest = useRef(upload)
  if (upload?.state === 'checked') latest.current = upload
  const queue = useMemo(() => {
    if (id === undefined) return null
    const seen = (next: Upload) => client.setQueryData(uploadKey(id), next)
    return new CorrectionQueue({
      put: (line, cells) => putCells(id, line, cells),
      decide: (take, lines) => putConflicts(id, take, lines),
      check: async (format) => {
        const now = latest.current
        await api.post(`uploads/${id}/check`, {
          json: { format: format ?? now?.format, format_id: now?.format_id ?? undefined },
          background: true,
        })
        return settled(id, seen)
      },
      read: () => api.get<Upload>(`uploads/${id}`, { background: true }),
      judged: async (judged) => {
        seen(judged)
        await client.invalidateQueries({ queryKey: ['uploads', 'list'] })
      },
    })
  }, [id, client])
  const state = useSyncExternalStore(queue?.subscribe ?? never, () => queue?.state() ?? null)
  const unsent = (state?.typed.size ?? 0) > 0
  useEffect(() => {
    if (!unsent) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsent])
  if (!queue || !state) return null
  return {
    ...state,
    queue,
    before: latest.current?.id === id ? latest.current : undefined,
    busy: state.phase !== 'idle',
  }
}

const never = () => () => undefined
