import type { KeyboardEvent } from 'react'
import type { Field } from '#src/definition'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/dialog.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, CopyIcon, TrashIcon } from '#src/ui/icons.tsx'
import type { InputIssue, InputProps, InputWidget } from '../input.ts'
import { isShown, type Row } from './row-list.ts'
import type { RowActions } from './use-rows.ts'

interface RowDrawerProps {
  readonly id: string
  /** What the rows are called together. */
  readonly label: string
  readonly row: Row
  readonly index: number
  readonly count: number
  readonly fields: readonly Field[]
  readonly inputs: Readonly<Record<Field['type'], InputWidget>>
  /** The problems of this row, each with the path inside it. */
  readonly issues: readonly InputIssue[]
  readonly actions: RowActions
  readonly context: Pick<InputProps, 'locale' | 'record'>
  readonly isFull: boolean
  /** The field that has the focus first, as it had in the table. */
  readonly from: Field | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onRemove: () => void
  readonly onClose: () => void
}

const wide = new Set<Field['type']>(['longText', 'attributes', 'references', 'file'])

/** One nested row as a form, for rows of more fields than stand side by side. What is entered is in the table at once. */
export function RowDrawer(props: RowDrawerProps) {
  const {
    id,
    label,
    row,
    index,
    count,
    fields,
    inputs,
    issues,
    actions,
    context,
    isFull,
    from,
    onKeyDown,
    onRemove,
    onClose,
  } = props
  const shown = fields.filter((field) => isShown(field, row, fields))
  return (
    <Drawer
      open
      width="44rem"
      focusFirst={from && `${id}_open_${from.name}`}
      title={`${label}, row ${index + 1} of ${count}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      headerActions={
        <>
          <IconButton
            icon={ChevronLeftIcon}
            label="Row before"
            disabled={index === 0}
            onClick={() => actions.open(index - 1)}
          />
          <IconButton
            icon={ChevronRightIcon}
            label="Next row"
            disabled={index === count - 1}
            onClick={() => actions.open(index + 1)}
          />
        </>
      }
      footer={
        <>
          <Button icon={TrashIcon} onClick={onRemove}>
            Remove
          </Button>
          <Button
            className="mr-auto"
            icon={CopyIcon}
            disabled={isFull}
            onClick={() => {
              actions.duplicate(index)
              actions.open(index + 1)
            }}
          >
            Duplicate
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
        {shown.map((field) => {
          const Input = inputs[field.type]
          const error = issues.filter(({ path }) => path[0] === field.name).map(({ message }) => message)
          const isRequired = field.required === true || field.requiredWhenVisible === true
          return (
            <FieldFrame
              key={field.name}
              id={`${id}_open_${field.name}`}
              label={field.label}
              help={field.help}
              required={isRequired}
              group={wide.has(field.type) && field.type !== 'longText'}
              error={error.length > 0 ? error.join('. ') : undefined}
              className={wide.has(field.type) ? 'sm:col-span-2' : ''}
            >
              {(wiring) => (
                <Input
                  // Another row's draft of a number is not this one's.
                  key={index}
                  id={wiring.id}
                  describedBy={wiring['aria-describedby']}
                  invalid={error.length > 0}
                  required={isRequired}
                  field={field}
                  value={row[field.name]}
                  onChange={(value) => actions.change(index, field.name, value)}
                  locale={context.locale}
                  record={{ ...context.record, ...row }}
                  disabled={field.readOnly}
                />
              )}
            </FieldFrame>
          )
        })}
      </div>
    </Drawer>
  )
}
