import type { Field } from '#src/definition'
import { memo, type ReactNode } from 'react'
import { cx } from '#src/ui/cx.ts'
import { ChevronRightIcon } from '#src/ui/icons.tsx'
import { CellLink } from '#src/widgets/cell-link.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { alignOf } from '#src/widgets/table/table-columns.ts'
import type { TreeNode } from './tree-lines.ts'

export const indent = 22

export interface TreeRowProps {
  readonly node: TreeNode
  readonly index: number
  readonly fields: readonly Field[]
  readonly context: CellContext
  readonly title: string
  /** Shown behind the first cell where no column has it. */
  readonly name: string | null
  readonly href: string | undefined
  readonly focusable: boolean
  readonly movable: boolean
  /** Taken up, on its way, or below the record that is dragged. */
  readonly faded: boolean
  /** What is dragged would be laid down here. */
  readonly target: boolean
  readonly menu: ReactNode
  readonly onToggle: (node: TreeNode) => void
}

/** A record of a tree: its first cell stands as deep as the record does. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, index, fields, context, title, name, href, menu } = props
  const { record, level, open } = node
  const [first, ...rest] = fields
  const text = first ? cellText(record[first.name], first, context.locale, context.labels) || '—' : title
  return (
    <tr
      data-line={index}
      data-key={node.key}
      tabIndex={props.focusable ? 0 : -1}
      draggable={props.movable}
      aria-label={title}
      aria-level={level}
      aria-posinset={node.at}
      aria-setsize={node.of}
      aria-expanded={record.children > 0 ? open : undefined}
      className={cx(
        'group/row focus-visible:outline-2 focus-visible:-outline-offset-2',
        props.faded && 'opacity-60',
        props.target && '!bg-accent-soft outline-2 -outline-offset-2 outline-accent-ink',
        record.matched === false && '[&_td]:text-ink-3',
      )}
    >
      <td className="!px-0">
        <div className="flex h-full items-center gap-1 pe-2" style={{ paddingInlineStart: 8 + (level - 1) * indent }}>
          {record.children > 0 ? (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`${open ? 'Fold' : 'Open'} ${title}`}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded text-ink-3 hover:bg-hover hover:text-ink-1"
              onClick={() => props.onToggle(node)}
            >
              <ChevronRightIcon size={14} className={cx('transition-transform duration-100', open && 'rotate-90')} />
            </button>
          ) : (
            <span className="size-6 shrink-0" />
          )}
          <span data-truncate="" className={cx('min-w-0 truncate', record.matched && 'font-semibold')}>
            {href ? <CellLink href={href}>{text}</CellLink> : text}
            {name ? <span className="ms-2 text-ink-2">{name}</span> : null}
          </span>
          {record.children > 0 && (
            <span className="shrink-0 rounded-full bg-hover px-1.5 text-sm text-ink-2">
              {new Intl.NumberFormat(context.locale).format(record.children)}
            </span>
          )}
          {menu && <span className="ms-auto shrink-0">{menu}</span>}
        </div>
      </td>
      {rest.map((field) => (
        <td key={field.name} data-truncate="" className={alignOf(field)}>
          {renderCell(record[field.name], field, context)}
        </td>
      ))}
    </tr>
  )
})
