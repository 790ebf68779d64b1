import type { Field } from '#src/definition'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronRightIcon, FilterIcon } from '#src/ui/icons.tsx'
import { cx } from '#src/ui/cx.ts'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { alignOf } from '#src/widgets/table/table-columns.ts'
import type { GroupLine } from './group-lines.ts'

export type GroupHeading = GroupLine & { readonly kind: 'group' }

/** What a group is called and what can be done with it. */
export interface GroupShown {
  readonly label: string
  readonly title: string
  readonly count: string
  readonly onToggle: () => void
  readonly onFilter: () => void
}

interface GroupRowProps extends GroupShown {
  readonly line: GroupHeading
  readonly index: number
  readonly fields: readonly Field[]
  /** The columns that the name takes, the boxes to tick among them, and their width in px. */
  readonly span: number
  readonly room: number
  readonly selectable: boolean
  readonly context: CellContext
}

const indent = 20

/** A group in a table: its name over the first columns, its totals below theirs. */
export function GroupRow(props: GroupRowProps) {
  const { line, index, fields, span, room, selectable, context } = props
  const outermost = line.depth === 0
  const lead = selectable ? 1 : 0
  const held = cx('!bg-background', outermost && '!sticky !top-9 !z-[15]', !outermost && '!static')
  return (
    <tr aria-level={line.depth + 1} aria-expanded={line.open} aria-rowindex={index + 2} data-group={line.path}>
      <td
        colSpan={span}
        tabIndex={index === 0 ? 0 : -1}
        // What scrolls sideways is the name in its cell, not the cell, which is wider than the name.
        className={cx('group/title !overflow-visible !px-0 !shadow-none', held)}
      >
        <div
          className="sticky start-0 flex h-full max-w-full items-center gap-1.5 pe-3"
          style={{ width: room, paddingInlineStart: 10 + line.depth * indent }}
        >
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${line.open ? 'Fold' : 'Open'} ${props.label} ${props.title}, ${props.count}`}
            className="flex h-full min-w-0 items-center gap-2 text-start"
            onClick={props.onToggle}
          >
            <ChevronRightIcon
              size={14}
              className={cx('shrink-0 text-ink-3 transition-transform duration-100', line.open && 'rotate-90')}
            />
            <span className="shrink-0 text-sm text-ink-3">{props.label}</span>
            <span data-truncate="" className="truncate font-semibold text-ink-1">
              {props.title}
            </span>
            <span className="shrink-0 rounded-full bg-hover px-1.5 text-sm text-ink-2">{props.count}</span>
          </button>
          <IconButton
            size="sm"
            tabIndex={-1}
            icon={FilterIcon}
            label={`Only ${props.label} ${props.title}`}
            className="opacity-0 group-hover/title:opacity-100 group-focus/title:opacity-100 focus:opacity-100"
            onClick={props.onFilter}
          />
        </div>
      </td>
      {fields.slice(span - lead).map((field) => (
        <td key={field.name} tabIndex={-1} className={cx('font-semibold !shadow-none', held, alignOf(field))}>
          {renderCell(line.group.totals[field.name], field, context)}
        </td>
      ))}
    </tr>
  )
}
