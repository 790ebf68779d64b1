import { memo, type KeyboardEvent } from 'react'
import type { Field } from '#src/definition'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, CopyIcon, ExpandIcon } from '#src/ui/icons.tsx'
import type { InputIssue, InputProps, InputWidget } from '../input.ts'
import { isShown, type Row } from './row-list.ts'
import { rowButtonId } from './row-place.ts'
import type { RowActions } from './use-rows.ts'

interface RowLineProps {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly last: boolean
  readonly fields: readonly Field[]
  readonly inputs: Readonly<Record<Field['type'], InputWidget>>
  readonly chosen: boolean
  readonly issues: readonly InputIssue[]
  readonly actions: RowActions
  readonly context: Pick<InputProps, 'locale' | 'disabled' | 'record'>
  readonly onKey: (event: KeyboardEvent) => void
  /** Whether the row can be opened as a form. */
  readonly opens: boolean
}

function RowLineView(props: RowLineProps) {
  const { id, row, index, last, fields, inputs, chosen, issues, actions, context, onKey, opens } = props
  const number = index + 1
  return (
    <tr
      // Painted by itself, so that a keystroke paints its own row alone; pictures show in the row one is at, each costs in every frame.
      className="group/row relative z-0 border-b border-line bg-panel last:border-0 data-chosen:bg-accent-soft [&_svg]:invisible focus-within:[&_svg]:visible hover:[&_svg]:visible pointer-coarse:[&_svg]:visible"
      data-row={index}
      onKeyDown={onKey}
      data-chosen={chosen ? '' : undefined}
    >
      <td className="px-2 py-0.5 align-top text-right text-sm tabular-nums text-ink-3">
        {context.disabled ? (
          <span className="inline-flex h-8 items-center">{number}</span>
        ) : (
          <span className="relative inline-flex h-8 min-w-4 items-center justify-end">
            {opens ? (
              <IconButton
                className="absolute right-full mr-1"
                id={rowButtonId(id, index, 'open')}
                icon={ExpandIcon}
                label={`Open row ${number} as a form`}
                size="sm"
                onClick={() => actions.open(index)}
              />
            ) : null}
            <span
              aria-hidden
              className="group-hover/row:opacity-0 group-data-chosen/row:opacity-0 pointer-coarse:hidden"
            >
              {number}
            </span>
            <Checkbox
              className="absolute right-0 appearance-none group-hover/row:appearance-auto group-data-chosen/row:appearance-auto focus-visible:appearance-auto pointer-coarse:static pointer-coarse:appearance-auto"
              aria-label={`Choose row ${number}`}
              checked={chosen}
              onChange={(event) =>
                actions.choose(index, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)
              }
            />
          </span>
        )}
      </td>
      {fields.map((field) => {
        const Input = inputs[field.type]
        const shown = isShown(field, row, fields)
        const problems = issues.filter((issue) => issue.path[0] === field.name)
        const cellId = `${id}_${index}_${field.name}`
        return (
          <td key={field.name} className="px-0.5 py-0.5 align-top">
            {shown ? (
              <>
                <Input
                  id={cellId}
                  field={field}
                  value={row[field.name]}
                  onChange={(value) => actions.change(index, field.name, value)}
                  locale={context.locale}
                  record={{ ...context.record, ...row }}
                  disabled={context.disabled || field.readOnly}
                  required={field.required || field.requiredWhenVisible}
                  invalid={problems.length > 0}
                  describedBy={problems.length > 0 ? `${cellId}-error` : undefined}
                  ariaLabel={`${field.label}, row ${number}`}
                  compact
                />
                {problems.length > 0 ? (
                  <p id={`${cellId}-error`} className="px-2 pb-1 text-sm leading-4 text-bad">
                    {problems.map((problem) => problem.message).join('. ')}
                  </p>
                ) : null}
              </>
            ) : null}
          </td>
        )
      })}
      {context.disabled ? null : (
        <td className="px-1 align-top">
          <span className="flex h-8 items-center justify-end">
            <IconButton
              id={rowButtonId(id, index, 'up')}
              icon={ArrowUpIcon}
              label={`Move row ${number} up`}
              size="sm"
              disabled={index === 0}
              onClick={() => actions.move(index, -1)}
            />
            <IconButton
              id={rowButtonId(id, index, 'down')}
              icon={ArrowDownIcon}
              label={`Move row ${number} down`}
              size="sm"
              disabled={last}
              onClick={() => actions.move(index, 1)}
            />
            <IconButton
              id={rowButtonId(id, index, 'copy')}
              icon={CopyIcon}
              label={`Duplicate row ${number}`}
              size="sm"
              onClick={() => actions.duplicate(index)}
            />
            <IconButton
              id={rowButtonId(id, index, 'remove')}
              icon={CloseIcon}
              label={`Remove row ${number}`}
              size="sm"
              onClick={() => actions.remove(index)}
            />
          </span>
        </td>
      )}
    </tr>
  )
}

const sameIssues = (a: readonly InputIssue[], b: readonly InputIssue[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((issue, index) => issue.message === b[index]!.message && issue.path.join() === b[index]!.path.join()))

/** Whether what stands beside the rows, and what is offered in them depends on, is the same. */
const sameBeside = ({ fields, context: a }: RowLineProps, { context: b }: RowLineProps): boolean =>
  a.record === b.record ||
  fields.every(({ offers }) => (offers?.by ?? []).every((name) => a.record[name] === b.record[name]))

/** One row; others do not render when it changes. */
export const RowLine = memo(
  RowLineView,
  (a, b) =>
    a.row === b.row &&
    a.index === b.index &&
    a.last === b.last &&
    a.chosen === b.chosen &&
    a.opens === b.opens &&
    a.fields === b.fields &&
    a.actions === b.actions &&
    a.context.disabled === b.context.disabled &&
    sameBeside(a, b) &&
    sameIssues(a.issues, b.issues),
)
