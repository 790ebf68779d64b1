import type { Field, Screen } from '#src/definition'
import {
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useFloating } from '#src/ui/floating.ts'
import type { Labels } from '#src/widgets/cell-text.ts'
import { FileTargetContext } from '#src/widgets/files/file-target.ts'
import { inputs } from '#src/widgets/inputs.tsx'
import { createPendingDrafts, PendingDraftsContext } from '#src/widgets/pending-drafts.ts'
import { editorOf } from './editor-kind.ts'
import type { Values } from './staging.ts'
import { WholeEditor } from './whole-editor.tsx'

/** Where the cursor goes when a cell has been edited. */
export type Onward = 'stay' | 'down' | 'up' | 'next' | 'back' | 'away'

/** Ends the edit that is open with what was typed; null while none is, or one that only its dialog ends. */
export type KeepOpen = RefObject<((onward: Onward) => void) | null>

export interface CellEditorProps {
  readonly id: string
  readonly screen: Screen
  readonly field: Field
  /** What the record is called. */
  readonly title: string
  readonly value: unknown
  readonly record: Values
  readonly locale: string
  readonly labels: Labels
  readonly invalid: boolean
  /** The letter that began the edit; it takes the place of what stood there. */
  readonly typed: string | undefined
  readonly onValue: (value: unknown) => void
  readonly onEnd: (onward: Onward) => void
  readonly keepOpen: KeepOpen
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

/** The value of a cell while it is edited; only its end hands it over, so that an edit is one step and Escape leaves nothing. */
function useEdited(given: unknown, onValue: (value: unknown) => void, onEnd: (onward: Onward) => void) {
  const [value, setValue] = useState(given)
  const latest = useRef({ value: given, over: false })
  const drafts = useMemo(createPendingDrafts, [])
  return {
    value,
    drafts,
    isOver: () => latest.current.over,
    change: (next: unknown): void => {
      if (latest.current.over) return
      latest.current.value = next
      setValue(next)
    },
    keep: (onward: Onward): void => {
      if (latest.current.over) return
      drafts.flush()
      latest.current.over = true
      if (!Object.is(latest.current.value, given)) onValue(latest.current.value)
      onEnd(onward)
    },
    leave: (): void => {
      latest.current.over = true
      onEnd('stay')
    },
  }
}

export type Edited = ReturnType<typeof useEdited>

/** The input of a cell while it is edited: Enter and Tab keep what was typed, Escape does not. */
export function CellEditor(props: CellEditorProps) {
  const { screen, field, typed, onValue, onEnd } = props
  const edited = useEdited(props.value, onValue, onEnd)
  const kind = editorOf(field)
  const target = useMemo(() => ({ screen: screen.name }), [screen.name])
  const Input = inputs[field.type]
  const input = (
    <Input
      id={props.id}
      field={field}
      value={edited.value}
      onChange={edited.change}
      locale={props.locale}
      record={props.record}
      labels={props.labels}
      compact={kind === 'place'}
      ariaLabel={field.label}
      invalid={props.invalid}
    />
  )
  return (
    <FileTargetContext value={target}>
      <PendingDraftsContext value={edited.drafts}>
        {kind === 'whole' ? (
          <WholeEditor title={`${field.label} of ${props.title}`} edited={edited}>
            {input}
          </WholeEditor>
        ) : (
          <TypedEditor field={field} typed={typed} edited={edited} keepOpen={props.keepOpen} floats={kind === 'float'}>
            {input}
          </TypedEditor>
        )}
      </PendingDraftsContext>
    </FileTargetContext>
  )
}

interface TypedEditorProps {
  readonly field: Field
  readonly typed: string | undefined
  readonly edited: Edited
  readonly keepOpen: KeepOpen
  /** Larger than the cell: drawn above everything at its place. */
  readonly floats: boolean
  readonly children: ReactNode
}

const inCell =
  'absolute -inset-px z-30 flex min-h-row min-w-full items-center bg-panel outline-2 outline-accent [&_:focus-visible]:!outline-none [&_input]:!px-3 [&_select]:!px-2 [&>*]:w-full'

function TypedEditor({ field, typed, edited, keepOpen, floats, children }: TypedEditorProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const begin = useRef({ typed, field, change: edited.change })
  useLayoutEffect(() => {
    const { typed: letter, field: wanted, change } = begin.current
    const control = box.current?.querySelector<Control | HTMLSelectElement>(
      'input:not([aria-hidden]), textarea, select',
    )
    if (!control) return
    control.focus()
    if (control instanceof HTMLSelectElement) {
      const choice = letter && wanted.choices?.find(({ label }) => label.toLowerCase().startsWith(letter.toLowerCase()))
      if (choice) change(choice.value)
    } else if (letter !== undefined && control.type !== 'checkbox') typeInto(control, letter)
    else if (control instanceof HTMLTextAreaElement)
      control.setSelectionRange(control.value.length, control.value.length)
  }, [])
  useImperativeHandle(keepOpen, () => edited.keep)
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing || passes(event, field)) return
    if (event.key === 'Enter') edited.keep(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') edited.keep(event.shiftKey ? 'back' : 'next')
    else if (event.key === 'Escape') edited.leave()
    else return
    event.preventDefault()
  }
  const editor = (
    <div
      ref={box}
      role="presentation"
      className={`cell-editor ${floats ? 'w-96 max-w-full p-1.5' : inCell}`}
      onKeyDown={onKeyDown}
      onPaste={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onBlur={(event) => {
        const to = event.relatedTarget
        // The list of a reference is drawn elsewhere; a click there is still within this edit. So is another window,
        // which takes the focus to nowhere; a click elsewhere in the grid is heard by the grid itself.
        if (edited.isOver() || box.current?.contains(to) || to === null || to.closest('[popover]')) return
        edited.keep('away')
      }}
    >
      {children}
      {floats && (
        <p className="px-1 pt-1.5 text-sm text-ink-2">
          {field.type === 'longText'
            ? 'Enter keeps the text, Shift Enter begins a new line'
            : 'Enter keeps what is chosen'}
        </p>
      )}
    </div>
  )
  if (!floats) return editor
  return (
    <>
      <div ref={anchor} aria-hidden className="absolute inset-0 outline-2 -outline-offset-2 outline-accent" />
      <Floating anchor={anchor} onClose={() => edited.keep('away')}>
        {editor}
      </Floating>
    </>
  )
}

/** Keys that mean something within the input itself: a new line, or one more of several references. */
function passes(event: KeyboardEvent, field: Field): boolean {
  if (event.key !== 'Enter') return false
  const { target } = event
  if (field.type === 'longText' && (event.altKey || event.shiftKey)) {
    if (event.altKey && target instanceof HTMLTextAreaElement) {
      event.preventDefault()
      target.setRangeText('\n', target.selectionStart, target.selectionEnd, 'end')
      target.dispatchEvent(new Event('input', { bubbles: true }))
    }
    return true
  }
  return (
    field.type === 'references' &&
    target instanceof HTMLInputElement &&
    (target.value.trim() !== '' || target.hasAttribute('aria-activedescendant'))
  )
}

function Floating({
  anchor,
  onClose,
  children,
}: {
  readonly anchor: { readonly current: HTMLElement | null }
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  useFloating({ anchor, panel, align: 'start', matchWidth: true, onClose })
  return (
    <div
      ref={panel}
      popover="manual"
      className="fixed m-0 overflow-visible rounded-lg border-0 bg-panel p-0 text-left whitespace-normal text-ink-1 shadow-float"
    >
      {children}
    </div>
  )
}
