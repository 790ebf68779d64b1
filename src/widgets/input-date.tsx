import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldDisplays } from '#src/definition'
import { isIsoDay, readersCalendar } from '#src/definition/dates.ts'
import { CalendarIcon } from '#src/ui/icons.tsx'
import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { selectOnFocus } from './select-on-focus.ts'
import { dayPattern, localMoment, readTypedDay, readTypedMoment } from './typed-dates.ts'
import { useDraft } from './use-draft.ts'

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))

const native = {
  date: {
    type: 'date',
    read: readTypedDay,
    edit: (value: unknown) => String(value),
    valid: (value: unknown): value is string => typeof value === 'string' && isIsoDay(value),
  },
  dateTime: {
    type: 'datetime-local',
    read: readTypedMoment,
    edit: (value: unknown) => localMoment(String(value)).replace('T', ' '),
    valid: isMoment,
  },
} as const

/** A day or a moment, typed or picked from the browser's calendar. */
export function DateInput(props: InputProps) {
  const { field, value, onChange, locale } = props
  const kind = native[field.type === 'dateTime' ? 'dateTime' : 'date']
  const picker = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const known = kind.valid(value)
  const draft = useDraft(
    known ? kind.edit(value) : value === null || value === undefined ? '' : String(value),
    (text) => {
      const trimmed = text.trim()
      onChange(trimmed === '' ? null : kind.read(trimmed, field, locale, readersCalendar().today))
    },
  )
  const label = props.ariaLabel ?? field.label
  // The browser's own control has some twenty elements: it is there once somebody asks for it, not in every row of a table.
  const pick = () => {
    flushSync(() => setPicking(true))
    picker.current?.showPicker()
  }
  return (
    <span className="relative block">
      <input
        {...ariaOf(props)}
        className={inputClass(props, 'pr-8 tabular-nums')}
        type="text"
        autoComplete="off"
        placeholder={props.compact ? undefined : `${dayPattern(locale)}${kind.type === 'date' ? '' : ' HH:MM'}`}
        disabled={props.disabled}
        value={draft.typing || !known ? draft.text : fieldDisplays[field.type].format(value, field, locale)}
        onFocus={(event) => {
          if (!known) return
          const text = kind.edit(value)
          draft.setText(text)
          selectOnFocus(event.currentTarget, text)
        }}
        onChange={(event) => draft.setText(event.target.value)}
        onBlur={draft.flush}
        onKeyDown={(event) => {
          if (event.key === 'Enter') draft.flush()
          if (event.key === 'ArrowDown' && event.altKey) {
            event.stopPropagation()
            pick()
          }
        }}
      />
      {props.disabled ? null : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Pick ${label} from a calendar`}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-ink-3 hover:text-ink-1"
          onMouseDown={(event) => event.preventDefault()}
          onClick={pick}
        >
          <CalendarIcon />
        </button>
      )}
      {picking ? (
        <input
          ref={picker}
          type={kind.type}
          tabIndex={-1}
          aria-hidden
          className="pointer-events-none absolute bottom-0 left-0 h-full w-full opacity-0"
          value={known ? (kind.type === 'date' ? value : localMoment(value)) : ''}
          onChange={(event) => {
            const { value: picked } = event.target
            draft.setText(picked.replace('T', ' '))
            draft.flush()
          }}
        />
      ) : null}
    </span>
  )
}
