import bidiFactory from 'bidi-js'

const bidi = bidiFactory()

const rightToLeft = /\p{Script=Hebrew}|\p{Script=Arabic}|[\u0660-\u0669]/u

/** Whether something in a text is read from the right. */
export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

export interface Placed {
  readonly character: string
  /** How deep it stands in turns of direction: odd is read from the right. */
  readonly level: number
}

/** The characters of a line as they are read, brackets already turned where they are read from the right (Unicode's UAX 9). */
export function placed(text: string): Placed[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  const turned = bidi.getMirroredCharactersMap(text, levels)
  let at = 0
  return Array.from(text, (character) => {
    const one = { character: turned.get(at) ?? character, level: levels[at] ?? 0 }
    at += character.length
    return one
  })
}

/** Parts of a line from left to right, given in the order in which they are read. */
export function fromTheLeft<T extends { readonly level: number }>(parts: readonly T[]): T[] {
  const order = [...parts]
  const deepest = Math.max(0, ...parts.map(({ level }) => level))
  for (let level = deepest; level > 0; level -= 1)
    for (let from = 0; from < order.length; from += 1) {
      let to = from
      while (to < order.length && order[to]!.level >= level) to += 1
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = to
    }
  return order
}
