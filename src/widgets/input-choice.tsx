import type { Choice } from '#src/definition'
import { Select } from '#src/ui/select.tsx'
import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'
import { useDraft } from './use-draft.ts'

/** A choice of a few values, or of so many that they are searched. */
export function ChoiceInput(props: InputProps) {
  return props.field.searched ? <SearchedChoice {...props} /> : <ListedChoice {...props} />
}

const meant = (choices: readonly Choice[], text: string): Choice | undefined => {
  const wanted = text.toLowerCase()
  return (
    choices.find(({ value }) => value === text) ??
    choices.find(({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted)
  )
}

// What is typed and means no choice is kept as it is: saving says that it is none.
function SearchedChoice(props: InputProps) {
  const { field, value, onChange, id } = props
  const choices = field.choices ?? []
  const current = value === null || value === undefined ? '' : String(value)
  const draft = useDraft(choices.find((choice) => choice.value === current)?.label ?? current, (text) => {
    const trimmed = text.trim()
    onChange(trimmed === '' ? null : (meant(choices, trimmed)?.value ?? trimmed))
  })
  const typed = draft.text.trim().toLowerCase()
  return (
    <>
      <input
        {...ariaOf(props)}
        className={inputClass(props)}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={props.compact ? undefined : 'Search'}
        disabled={props.disabled}
        list={typed === '' ? undefined : `${id}-choices`}
        value={draft.text}
        onChange={(event) => draft.setText(event.target.value)}
        onBlur={draft.flush}
        onKeyDown={(event) => event.key === 'Enter' && draft.flush()}
      />
      {typed === '' ? null : (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.label} />
          ))}
        </datalist>
      )}
    </>
  )
}

function ListedChoice(props: InputProps) {
  const { field, value, onChange } = props
  const current = value === null || value === undefined ? '' : String(value)
  const choices = field.choices ?? []
  const known = current === '' || choices.some((choice) => choice.value === current)
  const shared = {
    ...ariaOf(props),
    disabled: props.disabled,
    value: current,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value === '' ? null : event.target.value),
  }
  const options = (
    <>
      {props.required && current !== '' ? null : (
        <option value="">{props.required && !props.compact ? 'Choose' : ''}</option>
      )}
      {known ? null : <option value={current}>{current}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </>
  )
  return props.compact ? (
    <select {...shared} className={inputClass(props, 'pr-7')}>
      {options}
    </select>
  ) : (
    <Select {...shared}>{options}</Select>
  )
}
