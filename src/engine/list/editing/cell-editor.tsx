import type { Field } from '#src/definition'
import { useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { Labels } from '#src/widgets/cell-text.ts'
import { inputs } from '#src/widgets/inputs.tsx'
import { createPendingDrafts, PendingDraftsContext } from '#src/widgets/pending-drafts.ts'
import type { Values } from './staging.ts'

/** Where the cursor goes when a cell has been edited. */
export type Onward = 'stay' | 'down' | 'up' | 'next' | 'back' | 'away'

interface CellEditorProps {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  readonly record: Values
  readonly locale: string
  readonly labels: Labels
  readonly invalid: boolean
  /** The letter that began the edit; it takes the place of what stood there. */
  readonly typed: string | undefined
  readonly onValue: (value: unknown) => void
  readonly onEnd: (onward: Onward) => void
}

type Control = HTMLInputElement | HTMLTextAreaElement

const setterOf = (control: Control) =>
  Object.getOwnPropertyDescriptor(
    control instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype,
    'value',
  )?.set

/** Types a letter into a control that React keeps: it only hears of values set past it. */
function typeInto(control: Control, letter: string): void {
  setterOf(control)?.call(control, letter)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The input of a cell while it is edited: Enter and Tab keep what was typed, Escape does not. */
export function CellEditor({
  id,
  field,
  value,
  record,
  locale,
  labels,
  invalid,
  typed,
  onValue,
  onEnd,
}: CellEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const drafts = useMemo(createPendingDrafts, [])
  const live = useRef(true)
  const begin = useRef({ typed, field, onValue })
  const Input = inputs[field.type]
  useLayoutEffect(() => {
    const { typed: letter, field: edited, onValue: put } = begin.current
    const control = box.current?.querySelector<Control | HTMLSelectElement>(
      'input:not([aria-hidden]), textarea, select',
    )
    if (!control) return
    control.focus()
    if (control instanceof HTMLSelectElement) {
      const wanted = letter?.toLowerCase()
      const choice = wanted && edited.choices?.find(({ label }) => label.toLowerCase().startsWith(wanted))
      if (choice) put(choice.value)
    } else if (letter !== undefined && control.type !== 'checkbox') typeInto(control, letter)
  }, [])
  // A development build mounts twice.
  useEffect(() => {
    live.current = true
  }, [])
  const end = (onward: Onward): void => {
    drafts.flush()
    live.current = false
    onEnd(onward)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    // A line break within a long text.
    if (event.key === 'Enter' && event.altKey) return
    if (event.key === 'Enter') end(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') end(event.shiftKey ? 'back' : 'next')
    else if (event.key === 'Escape') {
      live.current = false
      onEnd('stay')
    } else {
      event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <PendingDraftsContext value={drafts}>
      <div
        ref={box}
        role="presentation"
        className="cell-editor absolute -inset-px z-30 flex min-h-row min-w-full items-center bg-panel outline-2 outline-accent [&_:focus-visible]:!outline-none [&_input]:!px-3 [&_select]:!px-2 [&>*]:w-full"
        onKeyDown={onKeyDown}
        onPaste={(event) => event.stopPropagation()}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
        onBlur={(event) => {
          const to = event.relatedTarget
          // The list of a reference is drawn elsewhere; a click there is still within this edit.
          if (!live.current || box.current?.contains(to) || to === null || to.closest('[popover]')) return
          end('away')
        }}
      >
        <Input
          id={id}
          field={field}
          value={value}
          onChange={(next) => live.current && onValue(next)}
          locale={locale}
          record={record}
          labels={labels}
          compact
          ariaLabel={field.label}
          invalid={invalid}
        />
      </div>
    </PendingDraftsContext>
  )
}
