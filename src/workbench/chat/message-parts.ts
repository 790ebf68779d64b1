interface Part {
  readonly kind: 'text' | 'name' | 'page' | 'address'
  readonly text: string
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A message cut where it names people (@Anna Meyer), pages of the product (/contracts) or addresses. */
export function partsOf(text: string, people: readonly { readonly name: string; readonly email: string }[]): Part[] {
  const names = people
    .flatMap(({ name, email }) => [name, email])
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
  const marks = new RegExp(
    [
      ...(names.length > 0 ? [String.raw`(?<name>@(?:${names.join('|')})(?![\p{L}\p{N}]))`] : []),
      String.raw`(?<address>https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])`,
      String.raw`(?<page>(?<=^|\s)\/[a-z][\w/-]*(?:\?[\w=&.%-]*\w)?)`,
    ].join('|'),
    'giu',
  )
  const parts: Part[] = []
  let from = 0
  for (const match of text.matchAll(marks)) {
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    const kind = match.groups?.['name'] ? 'name' : match.groups?.['page'] ? 'page' : 'address'
    parts.push({ kind, text: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}
