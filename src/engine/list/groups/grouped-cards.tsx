import type { ReactNode } from 'react'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { ChevronRightIcon } from '#src/ui/icons.tsx'
import { cx } from '#src/ui/cx.ts'
import { renderCell } from '#src/widgets/cells.ts'
import { RowCard } from '../row-card.tsx'
import { rowTitle } from '../row-title.ts'
import type { ListModel } from '../use-list-page.ts'
import { MoreWords } from './group-more.tsx'
import type { GroupLine } from './group-lines.ts'
import { useGroupWords } from './use-group-words.ts'
import type { Groups } from './use-groups.ts'

interface GroupedCardsProps {
  readonly model: ListModel
  readonly groups: Groups
  readonly readOnly: boolean
  readonly empty: ReactNode
}

const indents = ['ps-3', 'ps-6', 'ps-9', 'ps-9']

/** Groups on narrow screens: headings with their totals, the records of open ones as cards. */
export function GroupedCards({ model, groups, readOnly, empty }: GroupedCardsProps) {
  const { screen, fields, selection } = model
  const { top, lines } = groups
  const words = useGroupWords(model, groups)
  const totalled = fields.filter((field) => screen.list?.totals[field.name] !== undefined)
  if (!top.data) return <SkeletonLines lines={12} className="flex-1 p-4" />
  if (top.data.groups.length === 0) return empty
  const drawn = (line: GroupLine, at: number): ReactNode => {
    const indent = indents[line.depth]
    if (line.kind === 'group') {
      const { label, title, count, onToggle } = words(line)
      return (
        <li
          key={line.path}
          className={cx('border-b border-line bg-background', line.depth === 0 && 'sticky top-0 z-10')}
        >
          <button
            type="button"
            aria-expanded={line.open}
            className={cx('flex w-full items-start gap-2 py-2.5 pe-4 text-start', indent)}
            onClick={onToggle}
          >
            <ChevronRightIcon className={cx('mt-0.5 shrink-0 text-ink-3', line.open && 'rotate-90')} />
            <span className="min-w-0 flex-1">
              <span className="block text-sm text-ink-3">{label}</span>
              <span className="block font-semibold break-words">{title}</span>
            </span>
            <span className="shrink-0 text-end">
              <span className="block text-sm text-ink-2">{count}</span>
              {totalled.slice(-1).map((field) => (
                <span key={field.name} className="block font-semibold">
                  {renderCell(line.group.totals[field.name], field, model.context)}
                </span>
              ))}
            </span>
          </button>
        </li>
      )
    }
    if (line.kind === 'row')
      return (
        <RowCard
          key={`${line.path} ${line.row.id}`}
          row={line.row}
          screen={screen}
          fields={fields}
          context={model.context}
          href={model.rowHref(line.row)}
          title={rowTitle(screen, line.row, model.context.labels)}
          chosen={selection.state[String(line.row.id)] ?? false}
          onChoose={readOnly ? undefined : selection.choose}
        />
      )
    if (line.kind === 'wait')
      return (
        <li key={`${line.path} ${at}`} className="border-b border-line px-4 py-3">
          <SkeletonLines lines={2} />
        </li>
      )
    return (
      <li key={`${line.path} more`} className={cx('flex items-center gap-3 border-b border-line py-2', indent)}>
        <MoreWords line={line} model={model} groups={groups} />
      </li>
    )
  }
  return (
    <ul
      aria-label={screen.plural}
      aria-busy={top.isPlaceholderData}
      className={cx('min-h-0 flex-1 overflow-auto', top.isPlaceholderData && 'cursor-progress')}
    >
      {lines.map(drawn)}
    </ul>
  )
}
