import type { SyntaxNode, Tree } from '@lezer/common'

type Slice = (from: number, to: number) => string

const unquoted = (text: string): string => {
  try {
    return JSON.parse(text) as string
  } catch {
    return text.replaceAll('"', '')
  }
}

const isValue = ({ name }: SyntaxNode): boolean =>
  ['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'].includes(name)

const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) found.push(child)
  return found
}

const nameOf = (property: SyntaxNode, slice: Slice): string => {
  const name = property.getChild('PropertyName')
  return name ? unquoted(slice(name.from, name.to)) : ''
}

/** The path that leads to a node: names of properties and places in lists. */
function pathOf(node: SyntaxNode, slice: Slice): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === 'Property') path.unshift(nameOf(at, slice))
    else if (at.parent?.name === 'Array')
      path.unshift(
        childrenOf(at.parent)
          .filter(isValue)
          .findIndex(({ from }) => from === at!.from),
      )
  }
  return path
}

export interface CursorPlace {
  /** The object whose property is named, or the value that is written. */
  readonly path: readonly (string | number)[]
  /** The cursor is where the name of a property stands. */
  readonly isName: boolean
  /** Where the word begins that a completion replaces. */
  readonly from: number
  /** The properties the object has already. */
  readonly taken: readonly string[]
}

/** Where in a JSON document the cursor is, also in one that is not finished. */
export function pathAt(tree: Tree, slice: Slice, position: number): CursorPlace {
  const node = tree.resolveInner(position, -1)
  const holder = nearest(node, ['PropertyName', 'String', 'Property', 'Object', 'Array'])
  const word = /"?[\w-]*$/.exec(slice(0, position))?.[0] ?? ''
  const from = position - word.length
  const value = { path: holder ? pathOf(holder, slice) : [], isName: false, from, taken: [] }
  if (!holder) return value
  const object =
    holder.name === 'Object' ? holder : holder.name === 'PropertyName' ? (holder.parent?.parent ?? null) : null
  // Behind the colon of a property without a value the tree is still within the object.
  const before = slice(0, from).trimEnd()
  if (holder.name === 'Property' || (holder.name === 'Object' && before.endsWith(':'))) {
    const property =
      holder.name === 'Property'
        ? holder
        : childrenOf(holder).findLast((child) => child.name === 'Property' && child.from < position)
    return property ? { ...value, path: pathOf(property, slice) } : value
  }
  if (object) {
    const taken = childrenOf(object)
      .filter(({ name, from: start, to }) => name === 'Property' && !(start <= position && position <= to))
      .map((property) => nameOf(property, slice))
    return { path: pathOf(object, slice), isName: true, from, taken }
  }
  if (holder.name === 'Array') {
    const at = childrenOf(holder).filter((child) => isValue(child) && child.to <= from).length
    return { ...value, path: [...pathOf(holder, slice), at] }
  }
  return value
}

function nearest(node: SyntaxNode | null, wanted: readonly string[]): SyntaxNode | null {
  for (let at = node; at; at = at.parent) if (wanted.includes(at.name)) return at
  return null
}

/** The characters of what a path leads to; of the last part of it that is there. Names in a list stand for their place. */
export function rangeOf(tree: Tree, slice: Slice, path: readonly (string | number)[]): { from: number; to: number } {
  let at: SyntaxNode | null = tree.topNode.firstChild
  let range = at ? { from: at.from, to: Math.min(at.to, at.from + 1) } : { from: 0, to: 0 }
  for (const step of path) {
    if (!at) break
    if (at.name === 'Object') {
      const property: SyntaxNode | undefined = childrenOf(at).find(
        (child) => child.name === 'Property' && nameOf(child, slice) === String(step),
      )
      const name = property?.getChild('PropertyName')
      if (!property || !name) break
      range = { from: name.from, to: name.to }
      at = childrenOf(property).find((child) => child !== name && isValue(child)) ?? null
      if (at && ['String', 'Number', 'True', 'False', 'Null'].includes(at.name)) range = { from: at.from, to: at.to }
    } else if (at.name === 'Array') {
      const items: SyntaxNode[] = childrenOf(at).filter(isValue)
      const meant: SyntaxNode | undefined =
        typeof step === 'number'
          ? items[step]
          : items.find((item) =>
              item.name === 'String'
                ? unquoted(slice(item.from, item.to)).replace(/^-/, '') === step
                : childrenOf(item).some(
                    (child) =>
                      child.name === 'Property' &&
                      nameOf(child, slice) === 'name' &&
                      slice(child.from, child.to).includes(`"${step}"`),
                  ),
            )
      if (!meant) break
      at = meant
      range = { from: meant.from, to: meant.name === 'Object' ? meant.from + 1 : meant.to }
    } else break
  }
  return range
}
