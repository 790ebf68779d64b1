import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { useLooseDraft } from './use-draft.ts'
import { type Offered, useOffers } from './use-offers.ts'

const modes = { email: 'email', url: 'url', phone: 'tel', page: 'text' } as const

export function TextInput(props: InputProps) {
  return props.field.offers ? <OfferedText {...props} /> : <Text {...props} offers={none} />
}

const none: readonly Offered[] = []

const OfferedText = (props: InputProps) => <Text {...props} offers={useOffers(props)} />

function Text(props: InputProps & { readonly offers: readonly Offered[] }) {
  const { field, value, onChange, offers } = props
  const take = (typed: string) => {
    const trimmed = typed.trim()
    onChange(trimmed === '' ? null : field.upper ? trimmed.toUpperCase() : trimmed)
  }
  const text = value === null || value === undefined ? '' : String(value)
  const draft = useLooseDraft(text, take, field.searched === true)
  const known = field.proposals && (!field.searched || draft.text.trim() !== '') ? field.proposals : []
  const offered = [...known.map((text) => ({ value: text, label: undefined })), ...offers]
  const input = (
    <input
      {...ariaOf(props)}
      list={offered.length > 0 ? `${props.id}-proposals` : undefined}
      className={inputClass(props, field.upper ? 'uppercase placeholder:normal-case' : '')}
      type="text"
      inputMode={field.format ? modes[field.format] : 'text'}
      autoComplete="off"
      spellCheck={false}
      disabled={props.disabled}
      ref={draft.control}
      defaultValue={text}
      onChange={(event) => draft.setText(event.target.value)}
      onBlur={draft.flush}
      onKeyDown={(event) => event.key === 'Enter' && draft.flush()}
    />
  )
  // A frame of its own, because an item of a flexible column is never laid out without the column.
  return (
    <span className="block">
      {input}
      {offered.length > 0 ? (
        <datalist id={`${props.id}-proposals`}>
          {offered.map(({ value: text, label }) => (
            <option key={text} value={text} label={label} />
          ))}
        </datalist>
      ) : null}
    </span>
  )
}
