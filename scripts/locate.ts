import { parseAst } from 'vite'

export interface Place {
  readonly line: number
  readonly column: number
}

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/**
 * Where `path` of the definition named `screen` is written in a definition file: the deepest part of the path that stands there. A step of the
 * path is a property, an index or, in a list, the value itself; what comes from a spread or a constant is found at its use.
 */
export function locate(source: string, isJson: boolean, screen: string, path: readonly (string | number)[]): Place {
  const prefix = isJson ? 'export const x = ' : ''
  const tree = parseAst(prefix + source, { lang: 'ts' }) as unknown as Node
  const objects = definitionsIn(tree)
  let node = objects.find((object) => nameOf(object) === screen) ?? objects[0]
  let start = node?.start ?? prefix.length
  for (const step of path) {
    const next = node && stepInto(node, step)
    if (!next) break
    node = next.node
    start = next.start
  }
  const before = source.slice(0, Math.max(0, start - prefix.length)).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Object literals that are a definition: the argument of defineScreen, or the whole of a JSON file. */
function definitionsIn(tree: Node): Node[] {
  const found: Node[] = []
  const visit = (node: Node) => {
    if (node.type === 'ObjectExpression' && property(node, 'name') && property(node, 'fields')) {
      found.push(node)
      return
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  visit(tree)
  return found
}

const nameOf = (object: Node): unknown => (property(object, 'name')?.value as Node | undefined)?.value

function property(object: Node, name: string | number): Node | undefined {
  const properties = object.properties as readonly Node[] | undefined
  return properties?.find((candidate) => {
    const key = candidate.key as Node | undefined
    return key && (key.name === name || key.value === String(name))
  })
}

function stepInto(node: Node, step: string | number): { node: Node; start: number } | undefined {
  if (node.type === 'ObjectExpression') {
    const found = property(node, step)
    return found && { node: found.value as Node, start: found.start }
  }
  if (node.type === 'ArrayExpression') {
    const elements = (node.elements as readonly unknown[]).filter(isNode)
    const found = typeof step === 'number' ? elements[step] : findSaid(elements, step)
    return found && { node: found, start: found.start }
  }
  // f.reference('supplier', { … }): an option of the call, or an argument that says it.
  if (node.type === 'CallExpression') {
    const given = (node.arguments as readonly unknown[]).filter(isNode)
    const options = given.filter((one) => one.type === 'ObjectExpression' || one.type === 'ArrayExpression')
    const inOptions = options.map((one) => stepInto(one, step)).find((one) => one !== undefined)
    const said = given.find((one) => says(one, step))
    return inOptions ?? (said && { node: said, start: said.start })
  }
  return undefined
}

/** The value in a list, or in the lists and sections within it. */
function findSaid(elements: readonly Node[], text: string): Node | undefined {
  for (const element of elements) {
    if (says(element, text)) return element
    const inner = element.type === 'ArrayExpression' ? element : (property(element, 'rows')?.value as Node | undefined)
    const found =
      inner?.type === 'ArrayExpression'
        ? findSaid((inner.elements as readonly unknown[]).filter(isNode), text)
        : undefined
    if (found) return found
  }
  return undefined
}

const says = (node: Node, text: string | number): boolean => node.value === text || node.value === `-${text}`
