import type { Messages, Screen } from '#src/definition'
import type { ErrorCode } from '#src/definition/error-codes.ts'
import type { Caller } from '../../authorize.ts'
import type { Database, Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { Versioned } from '../versioned.ts'
import { everywhere, inserted, isGeneral, messageKinds, type GeneralMessage } from './catalogue.ts'

/** Own texts by message id, of one language. */
type Texts = ReadonlyMap<string, string>

interface Snapshot {
  readonly byLanguage: ReadonlyMap<string, Texts>
  /** Screens with the texts of languages, so that each is made once. */
  readonly made: Map<string, WeakMap<Screen, Screen>>
}

const fallback = 'en'

/** The texts that organisations word themselves, kept while the version of their form_fields stays the same. */
export class MaintainedMessages {
  readonly #snapshots: Versioned<Snapshot>

  constructor(db: Database) {
    this.#snapshots = new Versioned(db, loadTexts)
  }

  /** The screen in the words of the caller's organisation and language. */
  async applied(caller: Caller, screen: Screen): Promise<Screen> {
    const snapshot = await this.#snapshots.of(caller)
    if (snapshot.byLanguage.size === 0) return screen
    const languages = languagesOf(caller)
    const key = languages.join()
    const made = snapshot.made.get(key) ?? new WeakMap<Screen, Screen>()
    snapshot.made.set(key, made)
    const known = made.get(screen) ?? worded(screen, textIn(snapshot, languages))
    made.set(screen, known)
    return known
  }

  /** The own words by message id, as they are written. */
  async own(caller: Caller): Promise<(id: string) => string | undefined> {
    return textIn(await this.#snapshots.of(caller), languagesOf(caller))
  }

  /** What is said of things that no screen shows. */
  async general(caller: Caller, name: GeneralMessage, words: Readonly<Record<string, string>>): Promise<string> {
    const text = textIn(await this.#snapshots.of(caller), languagesOf(caller))(`record.${name}`)
    return inserted(text ?? everywhere[name], words)
  }

  /** The own words for a failure; null where the standard text is meant. */
  async failure(caller: Caller, code: ErrorCode, request: string): Promise<string | null> {
    const text = textIn(await this.#snapshots.of(caller), languagesOf(caller))(`error.${code}`)
    return text === undefined ? null : inserted(text, { code, request })
  }
}

async function loadTexts(tx: Tx, organizationId: number): Promise<Snapshot> {
  const rows = await tx.query<{ message_id: string; language: string; text: string }>(sql`
    select message_id, language, text from message
     where organization_id = ${organizationId} and text is not null order by message_id`)
  const byLanguage = new Map<string, Map<string, string>>()
  for (const { message_id: id, language, text } of rows)
    byLanguage.set(language, (byLanguage.get(language) ?? new Map<string, string>()).set(id, text))
  return { byLanguage, made: new Map() }
}

/** 'de-AT' is looked for as de-AT and as de; English is for everybody. */
const languagesOf = ({ languages = [] }: Caller): string[] => [
  ...new Set([...languages.flatMap((tag) => [tag, tag.split('-')[0]!]), fallback]),
]

const textIn =
  ({ byLanguage }: Snapshot, languages: readonly string[]) =>
  (id: string): string | undefined => {
    // Who reads English first is not shown the words of a language further down the list.
    const until = languages.slice(0, languages.indexOf(fallback) + 1)
    for (const language of until) {
      const text = byLanguage.get(language)?.get(id)
      if (text !== undefined) return text
    }
    return undefined
  }

function worded(screen: Screen, textOf: (id: string) => string | undefined): Screen {
  const words = { label: screen.label.toLowerCase(), plural: screen.plural.toLowerCase() }
  const own = (id: string, or: string | undefined): string | undefined => {
    const text = textOf(`${screen.name}.${id}`) ?? or
    return text === undefined ? undefined : inserted(text, words)
  }
  const messages = Object.fromEntries(
    messageKinds.flatMap((name) => {
      const standard = screen.messages[name]
      const text = own(name, isGeneral(name, standard) ? (textOf(`record.${name}`) ?? standard) : standard)
      return text === undefined ? [] : [[name, text] as const]
    }),
  ) as unknown as Messages
  const actions = screen.actions.map((action) => {
    const message = own(action.name, action.message)
    const confirm = own(`${action.name}.confirm`, action.confirm)
    return {
      ...action,
      ...(message === undefined ? {} : { message }),
      ...(confirm === undefined ? {} : { confirm }),
    }
  })
  return { ...screen, messages, actions }
}

const instances = new WeakMap<Database, MaintainedMessages>()

/** The maintained messages of a database; one instance a process. */
export function messagesOf(db: Database): MaintainedMessages {
  const known = instances.get(db) ?? new MaintainedMessages(db)
  instances.set(db, known)
  return known
}
