import { ariaOf, type InputProps } from './input.ts'

export function FlagInput(props: InputProps) {
  const { value, onChange } = props
  const { 'aria-required': _never, ...aria } = ariaOf(props)
  return (
    <span className={`flex items-center gap-2 ${props.compact ? 'h-8 justify-center' : 'h-control'}`}>
      <input
        {...aria}
        type="checkbox"
        className="size-4 accent-(--accent)"
        disabled={props.disabled}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {props.compact ? null : (
        <span aria-hidden className="text-ink-2">
          {value === true ? 'Yes' : 'No'}
        </span>
      )}
    </span>
  )
}
