import { Select } from '#src/ui/select.tsx'
import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'

export function ChoiceInput(props: InputProps) {
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
