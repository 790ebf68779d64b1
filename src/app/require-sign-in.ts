import { redirect } from 'react-router-dom'
import { isLoggedIn } from '#src/session/tokens.ts'
import { loginPath } from './login-path.ts'

/** Leads whoever has not signed in to /login, and back afterwards. Loaders of one address run side by side: each one asks. */
export function requireSignIn(request: Request): void {
  if (isLoggedIn()) return
  const { pathname, search } = new URL(request.url)
  throw redirect(loginPath(`${pathname}${search}`))
}
