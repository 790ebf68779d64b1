import type { Messages, Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Database } from '../../store/database.ts'
import { effectiveScreen } from '../effective-screens.ts'
import { messagesOf } from './maintained.ts'
import type { GeneralMessage } from './catalogue.ts'

interface Services {
  readonly db: Database
  readonly screens: readonly Screen[]
}

/** What a call says when it is done, as the organisation words it for a screen: calls of their own say what the screen's calls say. */
export const said = async (
  services: Services,
  caller: Caller,
  screen: string,
  name: GeneralMessage & keyof Messages,
): Promise<string> => (await effectiveScreen(services, caller, screen)).messages[name]

/** The same about what is kept without a screen: an upload format, a picture. */
export const saidOf = (
  { db }: Pick<Services, 'db'>,
  caller: Caller,
  words: { readonly label: string; readonly plural: string },
  name: GeneralMessage,
): Promise<string> => messagesOf(db).general(caller, name, words)
