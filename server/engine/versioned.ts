import type { Caller } from '../authorize.ts'
import type { Database, Tx } from '../store/database.ts'
import { formFieldsOf } from './form-fields.ts'

type Scope = Pick<Caller, 'organizationId' | 'userId'>

interface Kept<T> {
  readonly version: number
  readonly value: T
}

/**
 * What an organisation has configured, kept while the version of its form_fields stays the same; whoever writes it raises that
 * version, so that every process notices within a second.
 */
export class Versioned<T> {
  readonly #db: Database
  readonly #load: (tx: Tx, organizationId: number) => Promise<T>
  readonly #kept = new Map<number, Promise<Kept<T>>>()

  constructor(db: Database, load: (tx: Tx, organizationId: number) => Promise<T>) {
    this.#db = db
    this.#load = load
  }

  async of(scope: Scope): Promise<T> {
    const { organizationId } = scope
    const version = await formFieldsOf(this.#db).version(scope)
    const known = this.#kept.get(organizationId)
    const before = await known?.catch(() => undefined)
    if (before?.version === version) return before.value
    const reading = this.#db
      .tenant(scope, (tx) => this.#load(tx, organizationId), { readOnly: true })
      .then((value) => ({ version, value }))
    this.#kept.set(organizationId, reading)
    // A failed look must not be answered from memory.
    reading.catch(() => this.#kept.delete(organizationId))
    return (await reading).value
  }
}
