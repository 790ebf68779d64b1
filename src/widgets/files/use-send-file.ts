import { use, useEffect, useRef, useState } from 'react'
import type { Field } from '#src/definition'
import { errorMessage } from '#src/data/api-error.ts'
import { upload } from '#src/data/upload.ts'
import { PendingDraftsContext } from '../pending-drafts.ts'
import { useFileTarget } from './file-target.ts'
import { sizeText, type StoredFile } from './stored-file.ts'

interface Sending {
  readonly name: string
  readonly sent: number
  readonly total: number
  readonly cancel: () => void
}

/** Sends a chosen file to the store at once; the record holds it when it is saved, which waits for what is under way. */
export function useSendFile(field: Field, onStored: (file: StoredFile) => void) {
  const { screen, within } = useFileTarget()
  const drafts = use(PendingDraftsContext)
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const latest = useRef(onStored)
  useEffect(() => {
    latest.current = onStored
  })
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    running.current?.abort()
    if (field.maxBytes !== undefined && file.size > field.maxBytes) {
      return setProblem(`${file.name} is larger than ${sizeText(field.maxBytes)}, the most taken here.`)
    }
    const controller = new AbortController()
    running.current = controller
    const release = drafts.hold()
    let done = false
    const show = (sent: number, total: number) => {
      if (running.current === controller) setSending({ name: file.name, sent, total, cancel: () => controller.abort() })
    }
    setProblem(null)
    show(0, file.size)
    try {
      const query = { screen, field: within === undefined ? field.name : `${within}.${field.name}` }
      const stored = await upload<StoredFile>('files', file, { query, signal: controller.signal, onProgress: show })
      latest.current(stored)
      done = true
    } catch (error) {
      if (!controller.signal.aborted) setProblem(errorMessage(error))
    } finally {
      if (running.current === controller) setSending(null)
      release(done)
    }
  }
  return { send, sending, problem, refuse: setProblem }
}
