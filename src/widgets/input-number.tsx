import { fieldDisplays, type Field } from '#src/definition'
import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { selectOnFocus } from './select-on-focus.ts'
import { textFormatOf } from './text-format.ts'
import { readTypedNumber } from './typed-numbers.ts'
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

export function NumberInput(props: InputProps) {
  const { field, value, onChange, locale } = props
  const type = fieldDisplays[field.type]
  const format = textFormatOf(locale)
  const suffix = suffixOf(field, props.record)
  const absent = value === null || value === undefined || value === ''
  const draft = useDraft(absent ? '' : editable(value, format.decimal), (text) => {
    const trimmed = text.trim()
    onChange(trimmed === '' ? null : readTypedNumber(trimmed, field, locale, field.currency ? suffix : ''))
  })
  const shown =
    draft.typing || absent || props.invalid ? draft.text : type.format(value, field, locale).replace(/\s*%$/, '')
  return (
    <span className="relative block">
      <input
        {...ariaOf(props)}
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
        onBlur={draft.flush}
        onKeyDown={(event) => event.key === 'Enter' && draft.flush()}
      />
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
