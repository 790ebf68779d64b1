import { isBlank, nothingStaged, type StagedRecord, type Staging } from './staging.ts'
import { breathe } from './slices.ts'
import { stagedKey } from '../staged-key.ts'

interface Kept {
  readonly tab: string
  readonly user: string
  readonly at: number
  /** Its place among the records, which is the place of a new row. */
  readonly order: number
  readonly record: StagedRecord
}

/** What the tab itself remembers: under which name its records are kept, and what a quick reload left no time to write. */
interface Note {
  readonly tab: string
  readonly user: string
  readonly last?: readonly StagedRecord[]
  readonly gone?: readonly string[]
}

const store = 'staged'
const keptFor = 7 * 86_400_000
const atOnce = 250
const mostInNote = 200

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage of the browser failed')))
  })

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The storage of the browser failed')),
    )
  })

function openStore(): Promise<IDBDatabase> {
  const request = indexedDB.open('tierline-staged', 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(store))
  return settled(request)
}

// Without https there is no randomUUID.
const newTab = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`

const isNote = (value: unknown): value is Note =>
  typeof value === 'object' && value !== null && 'tab' in value && 'user' in value

function readNote(screen: string): Note | null {
  try {
    const note: unknown = JSON.parse(sessionStorage.getItem(stagedKey(screen)) ?? 'null')
    return isNote(note) ? note : null
  } catch {
    // What cannot be read was not written by this program.
    return null
  }
}

function writeNote(screen: string, note: Note | null): void {
  try {
    if (note) sessionStorage.setItem(stagedKey(screen), JSON.stringify(note))
    else sessionStorage.removeItem(stagedKey(screen))
  } catch {
    // A full or forbidden storage costs the draft, never the work on the screen.
  }
}

/** The changes of a list that a tab keeps over a reload, record by record, so that five thousand of them hold nothing up. */
export class StagedDraft {
  readonly #screen: string
  readonly #user: string
  #tab: string
  #kept: Staging = nothingStaged
  #wanted: Staging = nothingStaged
  #isWriting = false
  #isOver = false
  #isSwept = false

  readonly #onKept: (staging: Staging) => void

  /** `onKept` is told each state that would survive a reload. */
  constructor(screen: string, user: string, onKept: (staging: Staging) => void) {
    this.#screen = screen
    this.#user = user
    this.#onKept = onKept
    this.#tab = readNote(screen)?.tab ?? newTab()
  }

  /** What was staged in this tab before; another user's changes are nobody's business and are dropped. */
  async read(): Promise<Staging> {
    const note = readNote(this.#screen)
    if (!note) return nothingStaged
    if (note.user !== this.#user) {
      this.#tab = newTab()
      writeNote(this.#screen, null)
      return nothingStaged
    }
    const records = new Map<string, StagedRecord>()
    try {
      for (const { record } of (await this.#readKept()).toSorted((a, b) => a.order - b.order))
        records.set(record.key, record)
    } catch {
      // Without the storage there is only what the tab itself remembers.
    }
    this.#kept = new Map(records)
    for (const record of note.last ?? []) records.set(record.key, record)
    for (const key of note.gone ?? []) records.delete(key)
    this.#onKept(records)
    return records
  }

  /** Keeps what is staged now; the newest state is written when a slower write before it is through. */
  keep(staging: Staging): void {
    if (this.#isOver) return
    this.#wanted = staging
    writeNote(this.#screen, isEmpty(staging) ? null : { tab: this.#tab, user: this.#user })
    void this.#write()
  }

  /** Called as the page goes: what was not written yet is noted where writing takes no time. */
  noteNow(staging: Staging): void {
    if (this.#isOver || isEmpty(staging)) return
    const last = [...staging.values()].filter((record) => !isBlank(record) && this.#kept.get(record.key) !== record)
    const gone = [...this.#kept.keys()].filter((key) => !staging.has(key))
    if (last.length <= mostInNote) writeNote(this.#screen, { tab: this.#tab, user: this.#user, last, gone })
  }

  /** Forgets everything. */
  drop(): void {
    this.#isOver = true
    writeNote(this.#screen, null)
    this.#wanted = nothingStaged
    void this.#write()
  }

  #key(record: string): string {
    return `${this.#tab}\n${this.#screen}\n${record}`
  }

  get #range(): IDBKeyRange {
    return IDBKeyRange.bound(this.#key(''), this.#key('\uFFFF'))
  }

  async #readKept(): Promise<readonly Kept[]> {
    const database = await openStore()
    try {
      const objects = database.transaction(store, 'readonly').objectStore(store)
      return ((await settled(objects.getAll(this.#range))) as readonly Kept[]).filter(({ user }) => user === this.#user)
    } finally {
      database.close()
    }
  }

  async #write(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    let database: IDBDatabase | null = null
    try {
      database = await openStore()
      if (!this.#isSwept) await sweep(database, this.#user)
      this.#isSwept = true
      while (this.#wanted !== this.#kept) await this.#writeOnce(database, this.#wanted)
    } catch {
      // A full or forbidden storage costs the draft, never the work on the screen.
    } finally {
      database?.close()
      this.#isWriting = false
    }
  }

  async #writeOnce(database: IDBDatabase, wanted: Staging): Promise<void> {
    const kept = this.#kept
    const gone = [...kept.keys()].filter((key) => !wanted.has(key))
    const entries = [...wanted.values()].map((record, order) => ({ record, order }))
    const changed = entries.filter(({ record }) => !isBlank(record) && kept.get(record.key) !== record)
    for (let from = 0; from < Math.max(changed.length, gone.length); from += atOnce) {
      const transaction = database.transaction(store, 'readwrite')
      const objects = transaction.objectStore(store)
      for (const key of gone.slice(from, from + atOnce)) objects.delete(this.#key(key))
      for (const { record, order } of changed.slice(from, from + atOnce))
        objects.put(
          { tab: this.#tab, user: this.#user, at: Date.now(), order, record } satisfies Kept,
          this.#key(record.key),
        )
      await completed(transaction)
      await breathe()
    }
    this.#kept = wanted
    this.#onKept(wanted)
  }
}

const isEmpty = (staging: Staging): boolean => ![...staging.values()].some((record) => !isBlank(record))

/** What other users left on this machine, and what no tab came back for, is nobody's any more. */
async function sweep(database: IDBDatabase, user: string): Promise<void> {
  const transaction = database.transaction(store, 'readwrite')
  const request = transaction.objectStore(store).openCursor()
  request.addEventListener('success', () => {
    const cursor = request.result
    if (!cursor) return
    const { user: owner, at } = cursor.value as Kept
    if (owner !== user || at < Date.now() - keptFor) cursor.delete()
    cursor.continue()
  })
  await completed(transaction)
}
