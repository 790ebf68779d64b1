interface Named {
  readonly name: string
  readonly email: string
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Those whom a text names, as @Anna Meyer or @anna.meyer@example.com. */
export const mentionsIn = <P extends Named>(text: string, people: readonly P[]): P[] =>
  people.filter(({ name, email }) =>
    new RegExp(`@(?:${escaped(name)}|${escaped(email)})(?![\\p{L}\\p{N}])`, 'iu').test(text),
  )
