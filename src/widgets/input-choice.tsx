import { inputClass } from './input-style.ts'
import { ariaOf, type InputProps } from './input.ts'

export function ChoiceInput(props: InputProps) {
  const { field, value, onChange } = props
  const current = value === null || value === undefined ? '' : String(value)
  const choices = field.choices ?? []
  const known = current === '' || choices.some((choice) => choice.value === current)
  return (
    <select
      {...ariaOf(props)}
      className={inputClass(props, 'pr-7')}
      disabled={props.disabled}
      value={current}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    >
      {props.required && current !== '' ? null : <option value="">{props.required && !props.compact ? 'Choose' : ''}</option>}
      {known ? null : <option value={current}>{current}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
