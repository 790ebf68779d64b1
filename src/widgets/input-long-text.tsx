import { useLayoutEffect, useRef } from 'react'
import { textClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { useDraft } from './use-draft.ts'

export function LongTextInput(props: InputProps) {
  const { field, value, onChange } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(value === null || value === undefined ? '' : String(value), (text) =>
    onChange(text.trim() === '' ? null : text.trim()),
  )
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(Math.max(element.scrollHeight + 2, props.compact ? 32 : 76), 320)}px`
  }, [draft.text, props.compact])
  const left = field.max === undefined ? Infinity : Number(field.max) - [...draft.text].length
  return (
    <div>
      <textarea
        {...ariaOf(props)}
        ref={area}
        className={textClass(props, 'h-auto resize-y py-1.5 leading-5')}
        rows={props.compact ? 1 : 3}
        disabled={props.disabled}
        value={draft.text}
        onChange={(event) => draft.setText(event.target.value)}
        onBlur={draft.flush}
      />
      {left < 100 ? (
        <p className={`text-sm tabular-nums ${left < 0 ? 'text-bad' : 'text-ink-3'}`}>{left} characters left</p>
      ) : null}
    </div>
  )
}
