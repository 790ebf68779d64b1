import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { type EndReason, sessionEnd, signIn, useSigningIn } from '#src/session/session.ts'
import { finishSingleSignOn, signInOptions, startSingleSignOn, takeAttempt } from '#src/session/single-sign-on.ts'
import { Button } from '#src/ui/button.tsx'
import { FieldFrame } from '#src/ui/field-frame.tsx'
import { KeyIcon } from '#src/ui/icons.tsx'
import { Input } from '#src/ui/input.tsx'
import { Link } from '#src/ui/link.tsx'
import { showFailure } from '../form-failure.ts'
import { Loading } from '../loading.tsx'
import { isProviderAnswer, loginPath, returnPath } from '../login-path.ts'
import { Notice } from '../notice.tsx'
import { PasswordField } from '../password-field.tsx'
import { SignInHeading } from './sign-in-heading.tsx'

const endings: Record<EndReason, string> = {
  expired: 'Your session has ended. Sign in again to go on where you were.',
  elsewhere: 'You have signed out in another tab.',
  'signed-out': 'You have signed out.',
}

/** Signing in: with the product's own login, with single sign-on, or both, as the installation offers. */
export function Login() {
  const [search] = useSearchParams()
  const location = useLocation()
  const [error, setError] = useState<string | null>(null)
  const options = useQuery({
    queryKey: ['sign-in-options'],
    queryFn: signInOptions,
    staleTime: 60_000,
    meta: { quiet: true },
  })
  const returning = isProviderAnswer(search)
  useProviderAnswer(returning, search, setError)
  if (returning && error === null) return <Loading />

  // A click may have led here before the end of the session did, without its reason.
  const { ended = sessionEnd() } = (location.state ?? {}) as { ended?: EndReason }
  const returnTo = returnPath(search)
  const own = options.data?.own ?? true
  const sso = options.data?.sso ?? false
  return (
    <>
      <SignInHeading title="Sign in">
        {own ? 'Use the email address your organization knows you by.' : 'Your organization uses single sign-on.'}
      </SignInHeading>
      {error === null ? null : <Notice tone="error">{error}</Notice>}
      {ended && error === null ? <Notice tone="info">{endings[ended]}</Notice> : null}
      {own ? <OwnLogin returnTo={returnTo} setError={setError} /> : null}
      {own && sso ? (
        <p className="my-5 flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      ) : null}
      {sso ? <SingleSignOn primary={!own} returnTo={returnTo} setError={setError} /> : null}
    </>
  )
}

function useProviderAnswer(returning: boolean, search: URLSearchParams, setError: (message: string) => void): void {
  const navigate = useNavigate()
  const taken = useRef(false)
  useEffect(() => {
    // The code is good for one exchange, an effect may run twice.
    if (!returning || taken.current) return
    taken.current = true
    const attempt = takeAttempt()
    const returnTo = attempt?.returnTo ?? '/'
    finishSingleSignOn(attempt, search).then(
      () => navigate(returnTo, { replace: true }),
      (error: unknown) => {
        setError(errorMessage(error))
        // Without the used code in the address; the way to the wanted screen stays.
        return navigate(loginPath(returnTo), { replace: true })
      },
    )
  }, [returning, search, navigate, setError])
}

interface WayProps {
  readonly returnTo: string
  readonly setError: (message: string | null) => void
}

interface Credentials {
  email: string
  password: string
}

function OwnLogin({ returnTo, setError }: WayProps) {
  const navigate = useNavigate()
  const signingIn = useSigningIn()
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit(async ({ email, password }) => {
    setError(null)
    try {
      await signIn(email.trim(), password)
      await navigate(returnTo, { replace: true })
    } catch (error) {
      setError(showFailure(error, ['email', 'password'], form.setError))
      form.resetField('password')
      form.setFocus('password')
    }
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <FieldFrame label="Email address" error={errors.email?.message}>
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
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: 'Enter your password.' })}
      />
      <Button type="submit" variant="primary" size="lg" busy={signingIn} className="mt-1 w-full">
        Sign in
      </Button>
      <Link to="/login/forgot-password" className="self-start rounded-sm text-accent-ink hover:underline">
        Forgotten your password?
      </Link>
    </form>
  )
}

function SingleSignOn({ primary, returnTo, setError }: WayProps & { primary: boolean }) {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    // Whoever comes back from the provider with the browser's button finds the page as it was left.
    const back = () => setLeaving(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  const start = () => {
    setLeaving(true)
    setError(null)
    startSingleSignOn(returnTo).catch((error: unknown) => {
      setLeaving(false)
      setError(errorMessage(error))
    })
  }
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      size="lg"
      icon={KeyIcon}
      busy={leaving}
      className="w-full"
      onClick={start}
    >
      Continue with single sign-on
    </Button>
  )
}
