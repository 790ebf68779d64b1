import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { forgotPassword } from '#src/session/passwords.ts'
import { Button, buttonClass } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { showFailure } from '../form-failure.ts'
import { Notice } from '../notice.tsx'
import { SignInHeading } from './sign-in-heading.tsx'

/** Asks for a mail with a link to a new password. */
export function ForgotPassword() {
  const [failure, setFailure] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm<{ email: string }>({ defaultValues: { email: '' } })
  const submit = form.handleSubmit(async ({ email }) => {
    setFailure(null)
    try {
      setSent(await forgotPassword(email.trim()))
    } catch (error) {
      setFailure(showFailure(error, ['email'], form.setError))
    }
  })
  if (sent !== null) {
    return (
      <>
        <SignInHeading title="Look into your mail" />
        <Notice tone="success">{sent}</Notice>
        <p className="mb-6 text-ink-2">
          The link works once, for one hour. Look into the spam folder if nothing arrives.
        </p>
        <Link to="/login" className={buttonClass('secondary', 'lg')}>
          Back to sign in
        </Link>
      </>
    )
  }
  return (
    <>
      <SignInHeading title="Forgotten password">
        Enter your email address and we send you a link to choose a new one.
      </SignInHeading>
      {failure === null ? null : <Notice tone="error">{failure}</Notice>}
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <FieldFrame label="Email address" error={form.formState.errors.email?.message}>
          {(wiring) => (
            <Input
              {...wiring}
              type="email"
              autoComplete="username"
              autoFocus
              className="h-10"
              {...form.register('email', { required: 'Enter your email address.' })}
            />
          )}
        </FieldFrame>
        <Button type="submit" variant="primary" size="lg" busy={form.formState.isSubmitting} className="mt-1 w-full">
          Send the link
        </Button>
        <Link to="/login" className="self-start rounded-sm text-accent-ink hover:underline">
          Back to sign in
        </Link>
      </form>
    </>
  )
}
