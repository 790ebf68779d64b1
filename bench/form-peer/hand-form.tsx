import { useForm } from 'react-hook-form'

const names = Array.from({ length: 25 }, (_, index) => `field_${index}`)

/** What somebody writes by hand with react-hook-form for one record of 25 fields, each required and told when it is empty. */
export function HandForm() {
  const { register, handleSubmit, formState } = useForm<Record<string, string>>()
  return (
    <form onSubmit={(event) => void handleSubmit(() => {})(event)}>
      {names.map((name) => (
        <p key={name}>
          <label htmlFor={name}>{name}</label>
          <input id={name} {...register(name, { required: `${name} is required`, maxLength: 200 })} />
          {formState.errors[name] ? <span role="alert">{formState.errors[name].message}</span> : null}
        </p>
      ))}
      <button type="submit" disabled={!formState.isDirty}>
        Save
      </button>
    </form>
  )
}
