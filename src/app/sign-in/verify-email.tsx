import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { errorMessage } from '#src/data/api-error.ts'
import { verifyEmail } from '#src/session/passwords.ts'
import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { Loading } from '../loading.tsx'
import { Notice } from '../notice.tsx'
import { SignInHeading } from './sign-in-heading.tsx'

/** Where the link that confirms an address leads. */
export function VerifyEmail() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  // A query, since it must run once although an effect may run twice; the link works a single time.
  const verified = useQuery({
    queryKey: ['verify-email', token],
    queryFn: () => verifyEmail(token),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  if (verified.isPending && token !== '') return <Loading />
  return (
    <>
      <SignInHeading
        title={verified.isSuccess ? 'Your email address is confirmed' : 'The address could not be confirmed'}
      />
      {token === '' ? (
        <Notice tone="error">The link is not complete. Copy the whole of it from the mail.</Notice>
      ) : verified.isError ? (
        <Notice tone="error">{errorMessage(verified.error)}</Notice>
      ) : null}
      <Link to="/login" className={buttonClass('primary', 'lg')}>
        Sign in
      </Link>
    </>
  )
}
