/** Where to sign in, and where to go on afterwards. */
export const loginPath = (returnTo: string | null): string =>
  returnTo === null || returnTo === '/' ? '/login' : `/login?${new URLSearchParams({ return: returnTo }).toString()}`

/** The path to go on to; only paths of our own, since anybody can write a link. */
export function returnPath(search: URLSearchParams): string {
  const path = search.get('return') ?? '/'
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/login') ? path : '/'
}

/** Whether an address is the answer of the identity provider. */
export const isProviderAnswer = (search: URLSearchParams): boolean =>
  search.has('state') && (search.has('code') || search.has('error'))
