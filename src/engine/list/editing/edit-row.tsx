import type { Field, Screen } from '#src/definition'
import { memo } from 'react'
import { cx } from '#src/ui/cx.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ErrorIcon, UndoIcon } from '#src/ui/icons.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import { renderCell, type CellContext } from '#src/widgets/cells.ts'
import { alignOf } from '#src/widgets/table/table-columns.ts'
import { CellEditor, type KeepOpen, type Onward } from './cell-editor.tsx'
import { checkStaged, isUnread, lockedReason, rowValues, stagedText } from './check-staged.ts'
import { FillHandle } from './fill-handle.tsx'
import type { GridRow } from './grid-edits.ts'
import { savedMeanwhile } from './grid-words.ts'
import { collisions, type StagedRecord, type Values } from './staging.ts'

/** The cell that is edited, named by its record and field: rows may shift under an open editor. */
export interface Editing {
  readonly row: string
  readonly field: string
  readonly typed: string | undefined
}

export interface EditRowProps extends Omit<GridRow, 'key'> {
  readonly rowKey: string
  readonly screen: Screen
  readonly index: number
  readonly title: string
  readonly fields: readonly Field[]
  readonly context: CellContext
  /** First and last chosen column; -1 where the row is not chosen. */
  readonly from: number
  readonly to: number
  /** The column of the cursor; -1 in other rows. */
  readonly active: number
  /** null where another row is edited, or none. */
  readonly editing: Editing | null
  readonly keepOpen: KeepOpen
  /** Whether the corner of the chosen cells, from which they are filled on, is in this row. */
  readonly corner: boolean
  /** Whether a fill that is being dragged reaches this row. */
  readonly filling: boolean
  readonly onValue: (index: number, field: Field, value: unknown) => void
  readonly onEnd: (onward: Onward) => void
  readonly onDiscard: (key: string) => void
}

interface Marks {
  readonly changed: boolean
  readonly problem: string | undefined
  readonly locked: string | undefined
}

function marksOf(props: EditRowProps, field: Field, values: Values): Marks {
  const { screen, id, staged, context } = props
  const cleared = staged !== undefined && field.name in checkStaged(staged, screen.fields).cleared
  const changed = staged !== undefined && (cleared || field.name in staged.values)
  const current = staged?.refusal?.current
  const theirs =
    staged && current && collisions(staged, [field]).length > 0
      ? savedMeanwhile(
          cellText(current[field.name], field, context.locale, context.labels) || 'nothing',
          staged.refusal!,
        )
      : undefined
  return {
    changed,
    problem: theirs ?? (staged && checkStaged(staged, screen.fields).problems[field.name]),
    locked: lockedReason(field, screen, { id, values }),
  }
}

const looks = ({ changed, problem, locked }: Marks, chosen: boolean): string =>
  cx(
    problem
      ? '!bg-bad-soft text-bad'
      : changed
        ? chosen
          ? '!bg-accent-soft'
          : '!bg-warn-soft'
        : chosen
          ? '!bg-accent-soft'
          : locked
            ? '!bg-background text-ink-2'
            : '',
    changed &&
      'before:absolute before:top-0 before:left-0 before:border-t-6 before:border-r-6 before:border-r-transparent',
    changed && (problem ? 'before:border-t-bad' : 'before:border-t-warn'),
  )

/** What is wrong with a record but not with one of the cells that are shown. */
function elsewhere(staged: StagedRecord, { screen, fields }: EditRowProps): string | undefined {
  const problems = Object.entries(checkStaged(staged, screen.fields).problems)
  return problems.find(([name]) => !fields.some((field) => field.name === name))?.[1]
}

/** One row of the grid; it is drawn again only when its record, its changes or its part of the choice change. */
export const EditRow = memo(function EditRow(props: EditRowProps) {
  const { id, staged, index, title, fields, context, from, to, active, editing, onValue, onEnd, onDiscard, screen } =
    props
  const values = rowValues(props.base, staged, screen.fields)
  const changed = staged !== undefined && Object.keys(staged.values).length > 0
  const problem = staged && elsewhere(staged, props)
  return (
    <tr aria-rowindex={index + 2} data-row={index}>
      <td className="!px-0 text-center" data-tip={problem}>
        {id === null || changed || staged?.refusal ? (
          <span className="inline-flex items-center gap-0.5">
            {problem && <ErrorIcon className="text-bad" />}
            <IconButton
              size="sm"
              icon={UndoIcon}
              tabIndex={-1}
              label={id === null ? `Remove the new row ${title}` : `Take back the changes of ${title}`}
              onClick={() => onDiscard(props.rowKey)}
            />
          </span>
        ) : (
          <span className="text-sm text-ink-3">{index + 1}</span>
        )}
      </td>
      {fields.map((field, column) => {
        const chosen = column >= from && column <= to
        const marks = marksOf(props, field, values)
        const value = values[field.name]
        const edited = editing?.field === field.name
        return (
          <td
            key={field.name}
            data-column={column}
            tabIndex={column === active ? 0 : -1}
            aria-selected={chosen}
            aria-readonly={marks.locked !== undefined || undefined}
            aria-invalid={marks.problem !== undefined || undefined}
            aria-description={marks.problem ?? (marks.changed ? 'Changed, not saved yet' : marks.locked)}
            className={cx(
              column > 0 && 'relative',
              'cursor-cell select-none',
              alignOf(field),
              looks(marks, chosen),
              chosen && props.filling && 'outline-1 -outline-offset-1 outline-accent-ink outline-dashed',
              edited && '!z-20 !overflow-visible',
            )}
          >
            {edited ? (
              <CellEditor
                id={`cell-${index}-${field.name}`}
                screen={screen}
                field={field}
                title={title}
                value={value}
                record={values}
                locale={context.locale}
                labels={context.labels}
                invalid={marks.problem !== undefined}
                typed={editing.typed}
                onValue={(next) => onValue(index, field, next)}
                onEnd={onEnd}
                keepOpen={props.keepOpen}
              />
            ) : marks.changed && isUnread(field, value) ? (
              stagedText(value, field, context)
            ) : (
              renderCell(value, field, context)
            )}
            {props.corner && column === to && !edited && <FillHandle />}
          </td>
        )
      })}
    </tr>
  )
})
