import { memo } from 'react'
import { fieldDisplays, type Screen } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { Tag } from '#src/ui/tag.tsx'
import { cellText } from '#src/widgets/cell-text.ts'
import { renderCell } from '#src/widgets/cells.ts'
import { CellsInView } from './cells-in-view.tsx'
import { ChangedCell } from './changed-cell.tsx'
import { CellEditor } from './cell-editor.tsx'
import { editedIndex, reasonAt, type CheckColumn } from './check-columns.ts'
import type { FileColumn, FileFormat } from './format-body.ts'
import { reasonWords, said } from './reason-groups.ts'
import { outcomeWords } from './outcomes.ts'
import type { CheckedRow, Take } from './upload-api.ts'
import { TakeButtons } from './take-buttons.tsx'

/** The cell that is being edited. */
export interface Editing {
  readonly line: number
  readonly key: string
  /** The cell of the file that is edited. */
  readonly index: number
  /** What was typed to begin; null: begin with what is there. */
  readonly start: string | null
}

interface CheckRowProps {
  readonly row: CheckedRow
  readonly index: number
  readonly first: boolean
  readonly screen: Screen
  readonly format: FileFormat
  readonly fileColumns: readonly FileColumn[]
  readonly columns: readonly CheckColumn[]
  /** Numbers of the columns that are drawn. */
  readonly shown: readonly number[]
  readonly withReasons: boolean
  readonly typed: Readonly<Record<string, string>> | undefined
  /** What was decided and is not judged yet. */
  readonly taking: Take | null | undefined
  readonly editing: Editing | null
  readonly locale: string
  readonly onEdit: ((row: CheckedRow, column: CheckColumn, start: string | null) => void) | null
  readonly onTake: ((row: CheckedRow, take: Take | null) => void) | null
  readonly onFinish: (step: { row: number; column: number }, text: string | null) => void
}

/** The reasons of a line, what several fields make of one cell said once. */
const sentence = (row: CheckedRow): string =>
  row.reasons
    .filter(
      (reason, at) =>
        reason.column === null ||
        row.reasons.findIndex(({ column, message }) => column === reason.column && message === reason.message) === at,
    )
    .map(said)
    .join('. ')

/** One line of the file: what becomes of it, why not, and its cells. */
export const CheckRow = memo(
  function CheckRow(props: CheckRowProps) {
    const { row, columns, withReasons, typed, editing, fileColumns, first } = props
    const { row: word, tone } = outcomeWords[row.outcome]
    return (
      <tr data-row={props.index} aria-rowindex={props.index + 2} aria-busy={typed ? true : undefined}>
        <td data-column={0} tabIndex={first ? 0 : -1}>
          <span className="inline-block w-14 pr-2 text-end text-ink-3">{row.line}</span>
          <span className={cx(typed && 'opacity-50')}>
            <Tag tone={tone}>{word}</Tag>
          </span>
        </td>
        {withReasons ? (
          <td
            data-column={1}
            tabIndex={-1}
            data-truncate=""
            className={cx(row.outcome === 'rejected' ? 'text-bad' : 'text-ink-2', typed && 'opacity-50')}
          >
            {row.outcome === 'conflict' || row.take ? (
              <TakeButtons row={row} taking={props.taking} label={props.screen.label} onTake={props.onTake} />
            ) : null}
            {sentence(row)}
          </td>
        ) : null}
        <CellsInView shown={props.shown} last={columns.length}>
          {(at) => {
            const column = columns[at]!
            const place = at + (withReasons ? 2 : 1)
            if (editing?.key !== column.key) return <CheckCell {...props} place={place} column={column} />
            return (
              <td data-column={place} className="!overflow-visible !px-0">
                <CellEditor
                  screen={props.screen}
                  format={props.format}
                  fileColumns={fileColumns}
                  row={row}
                  column={column}
                  index={editing.index}
                  text={
                    editing.start ?? typed?.[fileColumns[editing.index]?.name ?? ''] ?? row.cells[editing.index] ?? ''
                  }
                  whole={editing.start === null}
                  locale={props.locale}
                  onFinish={props.onFinish}
                />
              </td>
            )
          }}
        </CellsInView>
      </tr>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.index === after.index &&
    before.first === after.first &&
    before.typed === after.typed &&
    before.taking === after.taking &&
    before.editing === after.editing &&
    before.columns === after.columns &&
    before.shown === after.shown &&
    before.withReasons === after.withReasons &&
    (after.editing === null || before.onFinish === after.onFinish) &&
    before.onEdit === after.onEdit &&
    before.onTake === after.onTake,
)

function CheckCell({
  row,
  column,
  typed,
  fileColumns,
  locale,
  onEdit,
  place,
}: CheckRowProps & { column: CheckColumn; place: number }) {
  const { field } = column
  // What stands in conflict is right in itself.
  const reason = row.outcome === 'conflict' ? undefined : reasonAt(row, column)
  const change = field ? row.changes[field.name] : undefined
  const index = editedIndex(row, column, fileColumns)
  const pending = index < 0 ? undefined : typed?.[fileColumns[index]!.name]
  const context = { locale, labels: {} }
  const value = field ? renderCell(row.values[field.name], field, context) : row.cells[column.index]
  const shared = {
    tabIndex: -1,
    'data-column': place,
    className: cx(
      field && fieldDisplays[field.type].align === 'end' && 'text-end',
      pending === undefined && reason && 'bg-bad-soft text-bad',
      pending !== undefined && 'bg-accent-soft',
      row.outcome === 'skipped' && 'text-ink-3',
      onEdit && index >= 0 && 'cursor-text',
    ),
    'aria-readonly': index < 0 || !onEdit ? true : undefined,
    onDoubleClick: onEdit && index >= 0 ? () => onEdit(row, column, null) : undefined,
  }
  if (pending !== undefined && column.index >= 0)
    return (
      <td {...shared} data-truncate="">
        {pending || <span className="text-ink-3">empty</span>}
      </td>
    )
  if (reason)
    return (
      <td {...shared} data-tip={reasonWords(reason)} aria-invalid onClick={() => onEdit?.(row, column, null)}>
        {reason.value || value || 'empty'}
        <span className="sr-only">: {reasonWords(reason)}</span>
      </td>
    )
  if (!change)
    return (
      <td {...shared} data-truncate="">
        {value}
      </td>
    )
  // Of a record that stays, the file's value is what goes.
  const [from, to] = row.take === 'record' && row.outcome === 'skipped' ? change.toReversed() : change
  return (
    <td {...shared}>
      <ChangedCell
        old={renderCell(from, field!, context)}
        value={renderCell(to, field!, context)}
        words={[from, to].map((one) => cellText(one, field!, locale) || 'empty').join(' → ')}
      />
    </td>
  )
}
