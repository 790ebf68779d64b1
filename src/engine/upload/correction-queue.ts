import { ApiError, errorMessage } from '#src/data/api-error.ts'
import type { FormatBody } from './format-body.ts'
import type { Take, Upload } from './upload-api.ts'

/** What the queue does with corrections; every step may throw, nothing is lost then. */
export interface CorrectionSteps {
  readonly put: (line: number, cells: Readonly<Record<string, string>>) => Promise<Upload>
  /** Decides about lines in conflict; about all of them where none are named. */
  readonly decide: (take: Take | null, lines: readonly number[] | null) => Promise<Upload>
  /** Checks the file again, under another format if one is given, and answers when that is over. */
  readonly check: (format: FormatBody | null) => Promise<Upload>
  /** The import as it is now. */
  readonly read: () => Promise<Upload>
  /** The lines have been judged anew, or the import has gone on without them. */
  readonly judged: (upload: Upload) => Promise<void>
}

type Cells = Readonly<Record<string, string>>

export interface CorrectionState {
  /** By line and column: what was typed and is not judged yet. */
  readonly typed: ReadonlyMap<number, Cells>
  /** Decisions about lines that are not judged yet. */
  readonly takes: ReadonlyMap<number, Take | null>
  readonly phase: 'idle' | 'saving' | 'checking'
  /** Why the last step did not go through; what was typed waits. */
  readonly failure: string | null
  /** Counts the judgements, so that lines are asked for anew. */
  readonly revision: number
  /** How many corrections can be taken back. */
  readonly done: number
}

interface Correction {
  readonly line: number
  readonly column: string
  readonly before: string
}

// While it is checked elsewhere, what was typed is still of use when that is over.
const goesOn: ReadonlySet<Upload['state']> = new Set(['staged', 'checking', 'checked'])

/** Takes corrections of cells while one types on, sends them in order, and has the file checked again when it is needed. */
export class CorrectionQueue {
  #state: CorrectionState = {
    typed: new Map(),
    takes: new Map(),
    phase: 'idle',
    failure: null,
    revision: 0,
    done: 0,
  }
  #waiting = new Map<number, Cells>()
  #decisions: (readonly [Take | null, readonly number[] | null])[] = []
  #format: FormatBody | null = null
  #wanted = false
  readonly #done: Correction[] = []
  readonly #listeners = new Set<() => void>()
  readonly #steps: CorrectionSteps

  constructor(steps: CorrectionSteps) {
    this.#steps = steps
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): CorrectionState => this.#state

  /** Puts a text into a cell; `before` is what it held. */
  readonly correct = (line: number, column: string, text: string, before: string): void => {
    if (text === (this.#state.typed.get(line)?.[column] ?? before)) return
    this.#done.push({ line, column, before: this.#state.typed.get(line)?.[column] ?? before })
    this.#take(line, column, text)
  }

  /** Gives the cell that was corrected last its former text; answers where it is. */
  readonly takeBack = (): Correction | null => {
    const last = this.#done.pop()
    if (last) this.#take(last.line, last.column, last.before)
    return last ?? null
  }

  /** Decides about lines in conflict. */
  readonly decide = (take: Take | null, lines: readonly number[] | null): void => {
    this.#decisions.push([take, lines])
    this.#set({ takes: new Map([...this.#state.takes, ...(lines ?? []).map((line) => [line, take] as const)]) })
    void this.#run()
  }

  /** Has all lines checked under another format. */
  readonly check = (format: FormatBody): void => {
    this.#format = format
    this.#wanted = true
    void this.#run()
  }

  /** Tries again what did not go through. */
  readonly retry = (): void => void this.#run()

  #take(line: number, column: string, text: string): void {
    this.#waiting.set(line, { ...this.#waiting.get(line), [column]: text })
    const typed = new Map(this.#state.typed).set(line, { ...this.#state.typed.get(line), [column]: text })
    this.#set({ typed, done: this.#done.length })
    void this.#run()
  }

  #set(change: Partial<CorrectionState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  async #run(): Promise<void> {
    if (this.#state.phase !== 'idle') return
    this.#set({ phase: 'saving', failure: null })
    try {
      while (this.#waiting.size > 0 || this.#decisions.length > 0 || this.#wanted) await this.#round()
      this.#set({ phase: 'idle' })
    } catch (error) {
      const over = await this.#over(error)
      if (over) await this.#drop(over)
      else this.#set({ phase: 'idle', failure: errorMessage(error) })
    }
  }

  /** The import when a step failed because it was written or ended elsewhere, as in another tab; else null. */
  async #over(error: unknown): Promise<Upload | null> {
    if (!(error instanceof ApiError) || error.status !== 409 || error.code !== 'WRONG_STATE') return null
    // Where this fails as well, what is said about the step is enough.
    const upload = await this.#steps.read().catch(() => null)
    return upload && !goesOn.has(upload.state) ? upload : null
  }

  // No correction will ever be taken again: what waits for one would keep the page from the result.
  async #drop(upload: Upload): Promise<void> {
    await this.#steps.judged(upload)
    this.#waiting.clear()
    this.#decisions = []
    this.#format = null
    this.#wanted = false
    this.#done.length = 0
    this.#set({ typed: new Map(), takes: new Map(), phase: 'idle', done: 0, revision: this.#state.revision + 1 })
  }

  async #round(): Promise<void> {
    this.#set({ phase: 'saving' })
    let upload: Upload | null = null
    const sent: [number, Cells][] = []
    for (const [line, cells] of this.#waiting) {
      upload = await this.#steps.put(line, cells)
      this.#wanted ||= upload.state === 'staged'
      sent.push([line, cells])
      // What was typed into the line meanwhile goes with the next round.
      if (this.#waiting.get(line) === cells) this.#waiting.delete(line)
    }
    for (let next = this.#decisions[0]; next; next = this.#decisions[0]) {
      upload = await this.#steps.decide(...next)
      this.#decisions.shift()
      this.#wanted = true
    }
    if (this.#wanted) {
      this.#set({ phase: 'checking' })
      upload = await this.#steps.check(this.#format)
      this.#wanted = false
      this.#format = null
    }
    if (upload) await this.#steps.judged(upload)
    const typed = new Map(this.#state.typed)
    for (const [line] of sent) if (!this.#waiting.has(line)) typed.delete(line)
    this.#set({
      typed,
      takes: this.#decisions.length > 0 ? this.#state.takes : new Map(),
      revision: this.#state.revision + 1,
    })
  }
}
