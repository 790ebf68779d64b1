// What was written and not sent, as long as the tab is open: a question that moves, goes or is left takes no words along.
const kept = new Map<string, string>()

export const draftOf = (key: string): string | undefined => kept.get(key)

export function keepDraft(key: string, text: string | null): void {
  if (text === null || text.trim() === '') kept.delete(key)
  else kept.set(key, text)
}

/** The most characters of a message. */
export const mostCharacters = 8_000

/** What is said of a text that comes near the most a message takes, or is beyond it; null before that. */
export function lengthWords(text: string, locale: string): string | null {
  const { length } = text.trim()
  if (length < mostCharacters * 0.9) return null
  const number = (value: number) => value.toLocaleString(locale)
  return length > mostCharacters
    ? `${number(length - mostCharacters)} characters too many: a message has at most ${number(mostCharacters)}. Send it in several.`
    : `${number(mostCharacters - length)} characters left`
}
