import type { ServerResponse } from 'node:http'
import type { Database } from '../store/database.ts'
import { formFieldsOf } from './form-fields.ts'
import { chatChannel } from './chat/messages.ts'
import { lostLocks } from './locks.ts'

interface Stream {
  readonly organizationId: number
  readonly userId: number
  readonly response: ServerResponse
  told: number
  readonly end: () => void
}

interface LostLock {
  readonly organizationId: number
  readonly userId: number
  readonly screen: string
  readonly id: number
}

interface Chatted {
  readonly organizationId: number
  readonly collaborationId: number
  readonly users: readonly number[]
}

const heartbeat = 20_000
/** A lost notification is made good by looking after this long. */
const safety = 5_000
/** A browser signs in to the stream anew after this long, so that who was deactivated hears nothing more. */
const longest = 10 * 60_000
const mostOfUser = 12

type Follower = Pick<Stream, 'organizationId' | 'userId' | 'response'>

/**
 * Tells open browsers when the form_fields of their organisation have changed, whichever process changed them, with the
 * new version and nothing else: each then asks for its own screens with its own rights. Whoever loses the lock of a record
 * to somebody else is told that too, and the people of a channel when something is written in it.
 */
export class LiveChanges {
  readonly #db: Database
  readonly #streams = new Set<Stream>()
  #unlisten: (() => Promise<void>) | undefined
  #looking: NodeJS.Timeout | undefined

  constructor(db: Database) {
    this.#db = db
  }

  async start(onError: (error: unknown) => void): Promise<void> {
    const tell = (organizationId: number) => void this.#tell(organizationId).catch(onError)
    this.#unlisten = await this.#db.listen({
      tierline_form_fields: (payload) => {
        formFieldsOf(this.#db).heard(Number(payload))
        tell(Number(payload))
      },
      [chatChannel]: (payload) => this.#tellChat(JSON.parse(payload) as Chatted),
      [lostLocks]: (payload) => this.#tellLoser(JSON.parse(payload) as LostLock),
    })
    this.#looking = setInterval(() => {
      for (const id of new Set([...this.#streams].map((stream) => stream.organizationId))) tell(id)
    }, safety)
    this.#looking.unref()
  }

  /** Keeps an answer open and writes to it until the browser goes, the time is over or the server stops. */
  async follow({ organizationId, userId, response }: Follower): Promise<void> {
    const own = [...this.#streams].filter((stream) => stream.userId === userId)
    for (const oldest of own.slice(0, Math.max(0, own.length - mostOfUser + 1))) oldest.end()
    const version = await formFieldsOf(this.#db).version({ organizationId, userId })
    const beat = setInterval(() => response.write(': still here\n\n'), heartbeat)
    const over = setTimeout(() => end(), longest)
    const end = () => {
      clearInterval(beat)
      clearTimeout(over)
      this.#streams.delete(stream)
      response.end()
    }
    const stream: Stream = { organizationId, userId, response, told: version, end }
    response.on('close', end)
    response.on('error', end)
    this.#streams.add(stream)
    write(stream, version)
  }

  async stop(): Promise<void> {
    clearInterval(this.#looking)
    for (const stream of this.#streams) stream.end()
    await this.#unlisten?.()
  }

  #tellLoser({ organizationId, userId, screen, id }: LostLock): void {
    for (const stream of this.#streams)
      if (stream.organizationId === organizationId && stream.userId === userId)
        stream.response.write(`event: lost_lock\ndata: ${JSON.stringify({ lost: `${screen} ${id}` })}\n\n`)
  }

  #tellChat({ organizationId, collaborationId, users }: Chatted): void {
    for (const stream of this.#streams)
      if (stream.organizationId === organizationId && users.includes(stream.userId))
        stream.response.write(`event: chat\ndata: ${JSON.stringify({ chat: collaborationId })}\n\n`)
  }

  async #tell(organizationId: number): Promise<void> {
    const streams = [...this.#streams].filter((stream) => stream.organizationId === organizationId)
    const [first] = streams
    if (!first) return
    const version = await formFieldsOf(this.#db).version({ organizationId, userId: first.userId })
    for (const stream of streams) if (stream.told < version) write(stream, version)
  }
}

function write(stream: Stream, version: number): void {
  stream.told = version
  stream.response.write(`event: form_fields\ndata: ${JSON.stringify({ version })}\n\n`)
}
