import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { fieldDisplays, type Field, type Screen } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { FloatingList } from '#src/widgets/floating-list.tsx'
import { ReferenceInput } from '#src/widgets/input-reference.tsx'
import { inputClass } from '#src/widgets/input-style.ts'
import { lineOf, reasonAt, type CheckColumn } from './check-columns.ts'
import { mappingOf, type FileColumn, type FileFormat } from './format-body.ts'
import { previewRows } from './preview.ts'
import { reasonWords } from './reason-groups.ts'
import type { CheckedRow } from './upload-api.ts'

interface CellEditorProps {
  readonly screen: Screen
  readonly format: FileFormat
  readonly fileColumns: readonly FileColumn[]
  readonly row: CheckedRow
  readonly column: CheckColumn
  readonly index: number
  readonly text: string
  /** Begins with the whole text marked, so that typing replaces it. */
  readonly whole: boolean
  readonly locale: string
  /** Where to go from here, and the new text; null: nothing was changed. */
  readonly onFinish: (step: { row: number; column: number }, text: string | null) => void
}

/** What the line's field would be if the cell held a text. */
function judged({ screen, format, fileColumns, row, column, index }: CellEditorProps, text: string) {
  if (!column.field) return undefined
  const line = { ...lineOf(row, fileColumns), [fileColumns[index]!.name]: text === '' ? null : text }
  const [preview] = previewRows(screen, format, [line], 'en')
  if (!preview) return undefined
  if (preview.leftOut !== null) return { problem: undefined, words: `The line is left out: ${preview.leftOut}` }
  const cell = preview.cells[column.field.name]
  return { problem: cell?.problem, words: cell?.problem ?? `Becomes ${cell?.text || 'empty'}` }
}

/** Edits one cell of the file where it stands: text, a choice, or a record found on the server. */
export function CellEditor(props: CellEditorProps) {
  const { column, format, fileColumns, index, onFinish } = props
  const [text, setText] = useState(props.text)
  const latest = useRef(text)
  const frame = useRef<HTMLSpanElement>(null)
  const over = useRef(false)
  const step = useRef<[number, number]>([0, 0])
  const id = useId()
  const change = (next: string) => {
    latest.current = next
    setText(next)
  }
  const finish = (row: number, right: number, keep: boolean) => {
    if (over.current) return
    over.current = true
    onFinish({ row, column: right }, keep && latest.current !== props.row.cells[index] ? latest.current : null)
  }
  useEffect(() => {
    const control = frame.current?.querySelector<HTMLElement>('input, select')
    control?.focus()
    if (control instanceof HTMLInputElement && props.whole) control.select()
  }, [props.whole])
  const plain = column.field !== null && mappingOf(format, column.field.name)?.source === 'column'
  const verdict = useMemo(() => judged(props, text), [props, text])
  const reason = reasonAt(props.row, column)
  const words = text === (props.row.cells[index] ?? '') && reason ? reasonWords(reason) : verdict?.words
  const wrong = text === (props.row.cells[index] ?? '') ? reason !== undefined : verdict?.problem !== undefined
  const name = fileColumns[index]!.name
  const control = {
    'aria-label': `${name} of row ${props.row.line}`,
    'aria-describedby': words ? `${id}-verdict` : undefined,
    'aria-invalid': wrong || undefined,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') finish(0, 0, false)
    else if (event.key === 'Enter') finish(1, 0, true)
    else if (event.key === 'Tab') {
      // What was typed into a search for records is handed over when the control is left.
      step.current = [0, event.shiftKey ? -1 : 1]
      ;(event.target as HTMLElement).blur()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <span
        ref={frame}
        role="presentation"
        data-editor=""
        className="relative block"
        onKeyDown={onKeyDown}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && finish(...step.current, true)}
      >
        {column.field?.type === 'reference' ? (
          <ReferenceInput
            id={id}
            field={column.field}
            value={text === '' ? null : text}
            onChange={(value) => change(value === null ? '' : String(value))}
            locale={props.locale}
            record={{}}
            compact
            invalid={wrong}
            describedBy={control['aria-describedby']}
            ariaLabel={control['aria-label']}
          />
        ) : plain && column.field && optionsOf(column.field) ? (
          <ChoiceControl field={column.field} text={text} onChange={change} control={control} />
        ) : (
          <input
            {...control}
            type="text"
            autoComplete="off"
            spellCheck={false}
            className={inputClass(
              { compact: true, invalid: wrong },
              cx(
                'bg-panel',
                column.field && fieldDisplays[column.field.type].align === 'end' && 'text-right tabular-nums',
              ),
            )}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </span>
      {words && column.field?.type !== 'reference' ? (
        <FloatingList anchor={frame} onClose={() => undefined}>
          <p
            id={`${id}-verdict`}
            role="status"
            className={wrong ? 'px-2.5 py-0.5 text-bad' : 'px-2.5 py-0.5 text-ink-2'}
          >
            {words}
          </p>
        </FloatingList>
      ) : null}
    </>
  )
}

/** The texts a cell may hold, where there are only a few. */
function optionsOf(field: Field): { readonly value: string; readonly label: string }[] | null {
  if (field.choices) return field.choices.map(({ value, label }) => ({ value, label }))
  return field.type === 'flag' ? ['Yes', 'No'].map((value) => ({ value, label: value })) : null
}

interface ChoiceControlProps {
  readonly field: Field
  readonly text: string
  readonly onChange: (text: string) => void
  readonly control: { readonly 'aria-label': string; readonly 'aria-describedby': string | undefined }
}

function ChoiceControl({ field, text, onChange, control }: ChoiceControlProps) {
  const options = optionsOf(field) ?? []
  const wanted = text.toLowerCase()
  const known = options.find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted)
  return (
    <select
      {...control}
      className={inputClass({ compact: true, invalid: false }, 'bg-panel pr-7')}
      value={known?.value ?? text}
      onChange={(event) => onChange(event.target.value)}
    >
      {known ? null : <option value={text}>{text || 'Choose'}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
