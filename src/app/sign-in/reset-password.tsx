import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'
import { resetPassword } from '#src/session/passwords.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { showFailure } from '../form-failure.ts'
import { type NewPassword, NewPasswordFields, noNewPassword } from '../new-password-fields.tsx'
import { Notice } from '../notice.tsx'
import { SignInHeading } from './sign-in-heading.tsx'

const incomplete: string | null = 'The link is not complete. Copy the whole of it from the mail, or ask for a new one.'

/** Where the link of a mail leads: a new password, or the first one of somebody who was invited. */
export function ResetPassword() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const [failure, setFailure] = useState(token === '' ? incomplete : null)
  const [done, setDone] = useState<string | null>(null)
  const form = useForm<NewPassword>({ defaultValues: noNewPassword })
  const submit = form.handleSubmit(async ({ new_password }) => {
    setFailure(null)
    try {
      setDone(await resetPassword({ token, new_password, verify_email: true }))
    } catch (error) {
      setFailure(showFailure(error, ['new_password'], form.setError))
    }
  })
  if (done !== null) {
    return (
      <>
        <SignInHeading title="Your password is set" />
        <Notice tone="success">{done}</Notice>
        <Link to="/login" className={buttonClass('primary', 'lg')}>
          Sign in
        </Link>
      </>
    )
  }
  return (
    <>
      <SignInHeading title="Choose a password">You are signed out everywhere else when it is set.</SignInHeading>
      {failure === null ? null : (
        <Notice tone="error">
          {failure}{' '}
          <Link to="/login/forgot-password" className="underline">
            Ask for a new link
          </Link>
        </Notice>
      )}
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <NewPasswordFields register={form.register} errors={form.formState.errors} />
        <Button type="submit" variant="primary" size="lg" busy={form.formState.isSubmitting} className="mt-1 w-full">
          Set the password
        </Button>
      </form>
    </>
  )
}
