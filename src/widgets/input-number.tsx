import { useRef, useState } from 'react'
import { fieldDisplays, type Field } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { announce } from '#src/ui/announce.ts'
import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { selectOnFocus } from './select-on-focus.ts'
import { textFormatOf } from './text-format.ts'
import { readTypedNumber, roundedTo, roundedWords } from './typed-numbers.ts'
import { useDraft } from './use-draft.ts'

const constantCurrency = /^[A-Z]{3}$/

/** The unit shown behind a number: the record's currency, a unit, or a percent sign. */
export function suffixOf(field: Field, record: Readonly<Record<string, unknown>>): string {
  if (field.type === 'percent') return '%'
  if (!field.currency) return field.unit ?? ''
  return constantCurrency.test(field.currency) ? field.currency : String(record[field.currency] ?? '')
}

/** The stored decimal as it is edited: no grouping, every digit, the locale's decimal mark. */
const editable = (value: unknown, mark: string): string => {
  const text = String(value)
  if (!/^-?\d*\.?\d*$/.test(text)) return text
  const bare = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return bare.replace('.', mark)
}

interface Handed {
  /** How many decimals were kept of it, null for all. */
  readonly decimals: number | null
  readonly value: unknown
}

const nothingHanded: Handed = { decimals: null, value: null }

/** With more characters a number stands where the words would. */
const roomForWords = 12

export function NumberInput(props: InputProps) {
  const { field, value, onChange, locale } = props
  const type = fieldDisplays[field.type]
  const format = textFormatOf(locale)
  const suffix = suffixOf(field, props.record)
  const absent = value === null || value === undefined || value === ''
  const [rounded, setRounded] = useState<{ readonly value: unknown; readonly words: string } | null>(null)
  const handed = useRef<Handed>(nothingHanded)
  const draft = useDraft(absent ? '' : editable(value, format.decimal), (text) => {
    const trimmed = text.trim()
    const currency = field.currency ? suffix : ''
    const next = trimmed === '' ? null : readTypedNumber(trimmed, field, locale, currency)
    handed.current = { decimals: trimmed === '' ? null : roundedTo(trimmed, field, locale, currency), value: next }
    onChange(next)
  })
  /** Says that what was typed is not what is kept; the form may have heard of it before the field is left. */
  const leave = () => {
    draft.flush()
    const { decimals, value: kept } = handed.current
    handed.current = nothingHanded
    if (decimals === null) return
    setRounded({ value: kept, words: roundedWords(decimals) })
    announce(`${field.label}: ${roundedWords(decimals)}`)
  }
  const words = rounded !== null && rounded.value === value && !draft.typing ? rounded.words : null
  const shown =
    draft.typing || absent || props.invalid ? draft.text : type.format(value, field, locale).replace(/\s*%$/, '')
  const isShort = props.compact || shown.length > roomForWords
  return (
    <span className="relative block">
      <input
        {...ariaOf(words === null ? props : { ...props, describedBy: cx(props.describedBy, `${props.id}-rounded`) })}
        className={inputClass(props, 'text-right tabular-nums')}
        style={suffix && !props.compact ? { paddingRight: `${suffix.length * 8 + 18}px` } : undefined}
        type="text"
        inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
        autoComplete="off"
        disabled={props.disabled}
        value={shown}
        onFocus={(event) => {
          // Grouping marks are dropped for editing, the selection stays on the whole number.
          if (absent) return
          const text = editable(value, format.decimal)
          draft.setText(text)
          selectOnFocus(event.currentTarget, text)
        }}
        onChange={(event) => draft.setText(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
      {words === null ? null : (
        // Inside, so that nothing moves while one clicks elsewhere; a number that needs the room has the sign alone.
        <span
          className={cx(
            'absolute inset-y-0 flex items-center text-sm text-ink-2',
            props.compact ? 'left-1.5' : 'left-2.5',
          )}
          id={`${props.id}-rounded`}
          data-tip={words}
        >
          {isShort ? <span aria-hidden>≈</span> : null}
          <span className={isShort ? 'sr-only' : ''}>{words}</span>
        </span>
      )}
      {suffix && !props.compact ? (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-sm text-ink-3"
        >
          {suffix}
        </span>
      ) : null}
    </span>
  )
}
