import type { Messages, Screen } from '#src/definition'
import { errorCodes } from '#src/definition/error-codes.ts'

/** A text of the product that an organisation can word anew. */
export interface ProductMessage {
  readonly message_id: string
  /** The screen it belongs to; `record` for those of every screen, `error` for failures. */
  readonly functionality: string
  readonly kind: 'success' | 'info' | 'question' | 'error'
  readonly standard_text: string
  /** The words in braces that are replaced when it is shown. */
  readonly insertions: readonly string[]
}

type Kind = ProductMessage['kind']

const kinds: Readonly<Record<keyof Messages, Kind>> = {
  empty: 'info',
  created: 'success',
  updated: 'success',
  deleted: 'success',
  uploaded: 'success',
  failed: 'error',
  done: 'success',
}

export const messageKinds = Object.keys(kinds) as (keyof Messages)[]

/** What every screen says unless its definition has words of its own. */
export const everywhere = {
  empty: 'No records found.',
  created: 'Successfully added',
  updated: 'Successfully updated',
  deleted: 'Successfully deleted',
  uploaded: 'File has been successfully uploaded.',
} as const satisfies Readonly<Partial<Messages>>

export type GeneralMessage = keyof typeof everywhere

const generalText = (name: keyof Messages): string | undefined => (everywhere as Partial<Messages>)[name]

export const screenInsertions = ['label', 'plural'] as const
export const errorInsertions = ['code', 'request'] as const

const ofScreens = (functionality: string, name: keyof Messages, standard_text: string): ProductMessage => ({
  message_id: `${functionality}.${name}`,
  functionality,
  kind: kinds[name],
  standard_text,
  insertions: screenInsertions,
})

const general = messageKinds.flatMap((name) => {
  const text = generalText(name)
  return text === undefined ? [] : [ofScreens('record', name, text)]
})

const failures: readonly ProductMessage[] = Object.entries(errorCodes).map(([code, { message }]) => ({
  message_id: `error.${code}`,
  functionality: 'error',
  kind: 'error',
  standard_text: message,
  insertions: errorInsertions,
}))

const actionTexts = ({ name, actions, messages }: Screen): ProductMessage[] =>
  actions.flatMap((action) => [
    {
      message_id: `${name}.${action.name}`,
      functionality: name,
      kind: 'success' as const,
      standard_text: action.message ?? messages.updated,
      insertions: screenInsertions,
    },
    ...(action.confirm === undefined
      ? []
      : [
          {
            message_id: `${name}.${action.name}.confirm`,
            functionality: name,
            kind: 'question' as const,
            standard_text: action.confirm,
            insertions: screenInsertions,
          },
        ]),
  ])

const screenTexts = (screen: Screen, isWanted: typeof isGeneral = () => true): ProductMessage[] => [
  ...messageKinds.flatMap((name) => {
    const text = screen.messages[name]
    return text === undefined || !isWanted(name, text) ? [] : [ofScreens(screen.name, name, text)]
  }),
  ...actionTexts(screen),
]

/** Whether a screen says of itself what every screen says. */
export const isGeneral = (name: keyof Messages, text: string | undefined): boolean => text === generalText(name)

// Of thousands of screens few have words of their own: the others are passed over before anything is made of them.
const isOwn: typeof isGeneral = (name, text) => !isGeneral(name, text)

/** The texts worth listing: those of every screen, those that single screens word themselves, those of actions, the failures. */
export const productMessages = (screens: readonly Screen[]): ProductMessage[] => [
  ...general,
  ...screens.flatMap((screen) => screenTexts(screen, isOwn)),
  ...failures,
]

/** The text with that id, those of single screens that speak as every screen does included; undefined for unknown ids. */
export function messageWithId(screens: readonly Screen[], messageId: string): ProductMessage | undefined {
  const screen = screens.find(({ name }) => messageId.startsWith(`${name}.`))
  const known = [...general, ...failures, ...(screen ? screenTexts(screen) : [])]
  return known.find((one) => one.message_id === messageId)
}

const insertion = /\{([^{}]*)\}/g

/** The insertions of a text that the message does not have. */
export const strangeInsertions = (text: string, { insertions }: ProductMessage): string[] =>
  [...text.matchAll(insertion)].map(([, name = '']) => name).filter((name) => !insertions.includes(name))

/** What may be inserted, as people write it. */
export const insertionWords = ({ insertions }: ProductMessage): string =>
  insertions.map((name) => `{${name}}`).join(' ')

/** The text with its insertions filled in; what is not known stays as it is written. */
export const inserted = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(insertion, (whole, name: string) => values[name] ?? whole)
