import { useRef, type KeyboardEvent, type RefObject } from 'react'
import type { TreeLine, TreeNode } from './tree-lines.ts'
import type { Tree } from './use-tree.ts'

interface TreeKeys {
  readonly body: RefObject<HTMLElement | null>
  readonly tree: Tree
  readonly titleOf: (node: TreeNode) => string
  readonly onOpen: (node: TreeNode) => void
  /** Takes a record up, and lays down below another what was taken up. */
  readonly onCut: ((node: TreeNode) => void) | undefined
  readonly onPaste: ((node: TreeNode) => void) | undefined
  readonly onEscape: (() => void) | undefined
}

const pause = 600
// Each of them is a question to the server.
const mostOpened = 30

const isNode = (line: TreeLine | undefined): line is TreeNode => line?.kind === 'node'

/** The keys of a tree grid: arrows, Home and End, * opens the siblings, letters find the next title, Ctrl X and V move. */
export function useTreeKeys({ body, tree, titleOf, onOpen, onCut, onPaste, onEscape }: TreeKeys) {
  const typed = useRef({ text: '', at: 0 })
  const focusLine = (at: number): void => {
    body.current?.querySelector<HTMLElement>(`tr[data-line="${at}"]`)?.focus()
  }
  const { lines } = tree
  const nextTo = (at: number, step: number): number => {
    for (let next = at + step; next >= 0 && next < lines.length; next += step)
      if (lines[next]!.kind === 'node' || lines[next]!.kind === 'more') return next
    return at
  }
  const search = (at: number, letter: string): boolean => {
    const now = Date.now()
    const { text, at: last } = typed.current
    const known = now - last < pause ? text : ''
    const wanted = (known + letter).toLowerCase()
    // The same letter again goes on to the next; a longer word may stay where it is.
    const start = wanted.length > 1 && ![...wanted].every((char) => char === wanted[0]) ? at : at + 1
    const looked = [...wanted].every((char) => char === wanted[0]) ? wanted[0]! : wanted
    const found = [...lines.keys()]
      .map((_, step) => (start + step) % lines.length)
      .find((index) => {
        const line = lines[index]
        if (!isNode(line)) return false
        return [line.key, titleOf(line), titleOf(line).slice(line.key.length + 1)].some((name) =>
          name.toLowerCase().startsWith(looked),
        )
      })
    typed.current = { text: wanted, at: now }
    if (found === undefined) return false
    focusLine(found)
    return true
  }
  const steps: Record<string, (at: number, line: TreeLine) => void> = {
    ArrowDown: (at) => focusLine(nextTo(at, 1)),
    ArrowUp: (at) => focusLine(nextTo(at, -1)),
    Home: () => focusLine(nextTo(-1, 1)),
    End: () => focusLine(nextTo(lines.length, -1)),
    PageDown: (at) => focusLine(nextTo(Math.min(at + 9, lines.length - 1), 1)),
    PageUp: (at) => focusLine(nextTo(Math.max(at - 9, 0), -1)),
    ArrowRight: (at, line) => {
      if (!isNode(line)) return
      if (line.open) focusLine(nextTo(at, 1))
      else if (line.record.children > 0) tree.open([line.key])
    },
    ArrowLeft: (_at, line) => {
      if (isNode(line) && line.open) tree.fold([line.key])
      else if (line.parent !== null) focusLine(lines.findIndex((other) => isNode(other) && other.key === line.parent))
    },
    '*': (_at, line) => {
      const siblings = lines.filter(isNode).filter(({ parent, open, record }) => {
        return parent === line.parent && !open && record.children > 0
      })
      tree.open(siblings.slice(0, mostOpened).map(({ key }) => key))
    },
    Enter: (_at, line) => (isNode(line) ? onOpen(line) : line.kind === 'more' && tree.more(line.parent)),
  }
  return (event: KeyboardEvent): void => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('tr[data-line]') : null
    const at = Number(row?.dataset['line'])
    const line = lines[at]
    if (!row || !line || event.target !== row) return
    const held = event.ctrlKey || event.metaKey
    const handled = (): boolean => {
      if (held && event.key.toLowerCase() === 'x' && onCut && isNode(line)) onCut(line)
      else if (held && event.key.toLowerCase() === 'v' && onPaste && isNode(line)) onPaste(line)
      else if (held || event.altKey) return false
      else if (event.key === 'Escape' && onEscape) onEscape()
      else if (steps[event.key]) steps[event.key]!(at, line)
      else return event.key.length === 1 && event.key !== ' ' && search(at, event.key)
      return true
    }
    if (!handled()) return
    event.preventDefault()
    event.stopPropagation()
  }
}
