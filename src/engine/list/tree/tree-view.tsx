import { useMemo, useRef, useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import { cx } from '#src/ui/cx.ts'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { followCellLink } from '#src/widgets/cell-link.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import { columnWidth, textWidth } from '#src/widgets/cell-width.ts'
import { alignOf } from '#src/widgets/table/table-columns.ts'
import { staleClass, tableClass } from '#src/widgets/table/table-style.ts'
import { ListEmpty } from '../list-empty.tsx'
import { ListFailure } from '../list-failure.tsx'
import type { ListModel } from '../use-list-page.ts'
import { MoveDialog } from './move-dialog.tsx'
import { isWithin, type TreeLine, type TreeNode } from './tree-lines.ts'
import { TreeMenu } from './tree-menu.tsx'
import { indent, TreeRow } from './tree-row.tsx'
import { useTree } from './use-tree.ts'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import { useTreeMoves } from './use-tree-moves.ts'

interface TreeViewProps {
  readonly model: ListModel
  readonly narrow: boolean
  readonly readOnly: boolean
}

const [leastFirst, mostFirst] = [200, 380]
// What stands beside the words: the button to fold, the number of children and the menu.
const besides = 92

/** The first column holds what stands in it, grows in steps while levels are opened, and never narrows below one's eyes. */
function useFirstColumn(wordsOf: (node: TreeNode) => string, nodes: readonly TreeNode[]): number {
  const widest = useRef(leastFirst)
  const needed = Math.max(0, ...nodes.slice(0, 200).map((node) => textWidth(wordsOf(node)) + node.level * indent))
  const room = Math.ceil((needed + besides) / 20) * 20
  widest.current = Math.max(widest.current, Math.min(mostFirst, room))
  return widest.current
}

/** The records of a list below one another: opened level by level, moved by dragging, by keys or in a dialog. */
export function TreeView({ model, narrow, readOnly }: TreeViewProps) {
  const { screen, locale, rowTitle, rowHref, context: shared } = model
  const navigate = useNavigate()
  const tree = useTree(model)
  const moves = useTreeMoves(model, tree, readOnly)
  const drag = useTreeDrag(tree, moves)
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const [near, setNear] = useState<string | null>(null)
  const [cut, setCut] = useState<TreeNode | null>(null)
  const [asking, setAsking] = useState<TreeNode | null>(null)
  const { lines, labels } = tree
  const context = useMemo(() => ({ ...shared, labels, plainLinks: true }), [shared, labels])
  const parent = screen.list?.tree?.parent
  const fields = useMemo(() => {
    const shown = model.fields.filter((field) => field.name !== parent)
    const [first, ...others] = shown
    if (!first || narrow) return shown.slice(0, 1)
    return [first, ...others.filter((field) => field.name !== screen.title)]
  }, [model.fields, parent, narrow, screen.title])
  // A record is known by its name more than by its key: both stand where it does.
  const title = screen.title === fields[0]?.name ? null : screen.title
  const nodes = lines.filter((line) => line.kind === 'node')
  const firstColumn = useFirstColumn((node) => {
    const text = fields[0] ? cellText(node.record[fields[0].name], fields[0], locale, labels) : ''
    return title ? `${text}   ${String(node.record[title] ?? '')}` : text
  }, nodes)
  const focusable = nodes.some(({ key }) => key === active) ? active : (nodes[0]?.key ?? null)
  const go = (to: string): void => void navigate(to)

  const onKeyDown = useTreeKeys({
    body,
    tree,
    titleOf: (node) => rowTitle(node.record),
    onOpen: (node) => {
      const href = rowHref(node.record)
      if (href) go(href)
    },
    onCut: moves.allowed ? setCut : undefined,
    onPaste: cut
      ? (node) => {
          setCut(null)
          void moves.move(cut, node.key)
        }
      : undefined,
    onEscape: cut ? () => setCut(null) : undefined,
  })
  // The menu stands in its row once that has been drawn.
  const openMenu = (key: string): void => {
    setNear(key)
    const trigger = `tr[data-key="${CSS.escape(key)}"] [aria-haspopup]`
    setTimeout(() => body.current?.querySelector<HTMLButtonElement>(trigger)?.click())
  }

  if (tree.error)
    return (
      <ListFailure
        error={tree.error}
        onRetry={() => void model.records.refresh()}
        onClear={model.narrowed ? model.clear : undefined}
      />
    )
  if (tree.waiting) return <SkeletonLines lines={12} className="flex-1 p-4" />
  if (lines.length === 0)
    return (
      <ListEmpty
        screen={screen}
        rights={model.rights}
        readOnly={readOnly}
        narrowed={model.narrowed}
        beyond={false}
        onClear={model.clear}
        onFirstPage={model.clear}
      />
    )
  const keyOf = (event: { readonly target: EventTarget | null }): string | null =>
    event.target instanceof Element ? (event.target.closest<HTMLElement>('tr[data-key]')?.dataset['key'] ?? null) : null
  const held = drag.dragged ?? cut
  const canDropAtTop = drag.dragged !== null && moves.top && drag.dragged.parent !== null
  return (
    <>
      <TreeNotes tree={tree} cut={cut} titleOf={(node) => rowTitle(node.record)} words={model.words} />
      {canDropAtTop && (
        <div
          {...drag.top}
          className={cx(
            'absolute inset-x-4 bottom-4 z-30 rounded border border-dashed p-3 text-center text-sm shadow-float',
            drag.place === 'top'
              ? 'border-accent-ink bg-accent-soft text-accent-ink'
              : 'border-line-strong bg-panel text-ink-2',
          )}
        >
          Drop here to move it to the top
        </div>
      )}
      <div className="relative min-h-0 flex-1 overflow-auto" style={{ scrollPaddingTop: 36 }}>
        <table
          role="treegrid"
          aria-label={screen.plural}
          className={cx(tableClass, tree.stale && staleClass)}
          aria-busy={tree.stale || moves.moving !== null}
          onKeyDown={onKeyDown}
          onClick={(event) => followCellLink(event, go)}
          onFocus={(event: FocusEvent) => setActive((before) => keyOf(event) ?? before)}
          onPointerOver={(event: PointerEvent) => event.pointerType !== 'touch' && setNear(keyOf(event))}
          onContextMenu={(event: MouseEvent) => {
            const key = keyOf(event)
            if (key === null || event.shiftKey) return
            event.preventDefault()
            openMenu(key)
          }}
        >
          <colgroup>
            <col style={narrow ? undefined : { width: firstColumn }} />
            {fields.slice(1).map((field) => (
              <col key={field.name} style={{ width: model.layout.widths?.[field.name] ?? columnWidth(field) }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field.name} scope="col" className={alignOf(field)} data-truncate="">
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} {...drag.rows}>
            {lines.map((line, index) =>
              line.kind === 'node' ? (
                <TreeRow
                  key={`${line.parent ?? ''} ${line.key}`}
                  node={line}
                  index={index}
                  fields={fields}
                  context={context}
                  title={rowTitle(line.record)}
                  name={title ? String(line.record[title] ?? '') : null}
                  href={rowHref(line.record)}
                  focusable={line.key === focusable}
                  movable={moves.allowed}
                  faded={moves.moving === line.key || (held !== null && isWithin(lines, line.key, held.key))}
                  target={drag.place !== null && drag.place !== 'top' && drag.place.under === line.key}
                  menu={
                    narrow || line.key === near || line.key === active ? (
                      <TreeMenu
                        model={model}
                        node={line}
                        moves={moves}
                        readOnly={readOnly}
                        go={go}
                        onMove={setAsking}
                      />
                    ) : null
                  }
                  onToggle={tree.toggle}
                />
              ) : (
                <OtherLine
                  key={`${line.kind} ${line.parent ?? ''}`}
                  line={line}
                  index={index}
                  columns={fields.length}
                  locale={locale}
                  onMore={tree.more}
                  onAgain={() => void model.records.refresh()}
                />
              ),
            )}
          </tbody>
        </table>
      </div>
      {asking && (
        <MoveDialog
          title={rowTitle(asking.record)}
          field={screen.fields.find((field) => field.name === parent)!}
          from={asking.parent}
          locale={locale}
          top={moves.top}
          onMove={(to) => moves.move(asking, to)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

interface TreeNotesProps {
  readonly tree: ReturnType<typeof useTree>
  readonly cut: TreeNode | null
  readonly titleOf: (node: TreeNode) => string
  readonly words: (count: number) => string
}

/** How much was found, and what is taken up to be laid down elsewhere. */
function TreeNotes({ tree, cut, titleOf, words }: TreeNotesProps) {
  const shown = tree.lines.filter((line) => line.kind === 'node' && line.record.matched).length
  const note = cut
    ? `${titleOf(cut)} is taken up: Ctrl V lays it down below another one, Escape leaves it where it is.`
    : tree.found !== null && tree.found > shown && shown >= 500
      ? `The first ${words(shown)} of ${tree.found} that were found, with what leads there.`
      : ''
  return (
    <p role="status" className={note ? 'border-b border-line bg-accent-soft px-3 py-2 text-accent-ink' : 'sr-only'}>
      {note}
    </p>
  )
}

interface OtherLineProps {
  readonly line: Exclude<TreeLine, TreeNode>
  readonly index: number
  readonly columns: number
  readonly locale: string
  readonly onMore: (under: string | null) => void
  readonly onAgain: () => void
}

/** What stands on a level beside its records: that there are more, that they are read, that they could not be. */
function OtherLine({ line, index, columns, locale, onMore, onAgain }: OtherLineProps) {
  return (
    <tr data-line={index} tabIndex={-1} aria-level={line.level} className="focus-visible:outline-2">
      <td colSpan={columns}>
        <div className="flex items-center gap-2" style={{ paddingInlineStart: 20 + (line.level - 1) * indent }}>
          {line.kind === 'wait' ? (
            <span className="text-ink-3">Loading...</span>
          ) : line.kind === 'more' ? (
            <Button size="sm" variant="ghost" tabIndex={-1} onClick={() => onMore(line.parent)}>
              {`Show more: ${new Intl.NumberFormat(locale).format(line.left)} left`}
            </Button>
          ) : (
            <>
              <span role="alert" className="text-bad">
                {errorMessage(line.error)}
              </span>
              <Button size="sm" tabIndex={-1} onClick={onAgain}>
                Try again
              </Button>
            </>
          )}
        </div>
      </td>
    </tr>
  )
}
