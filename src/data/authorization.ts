/** What the session gives the calls; installed once at the start (src/session/tokens.ts). */
export interface Authorization {
  /** The access token of now, or null when nobody is signed in. */
  readonly accessToken: () => string | null
  /** Resolves when no refresh runs; rejects when the one that ran failed. */
  readonly settled: () => Promise<void>
  /** After a 401 for `token`: resolves when a newer token is there, rejects when the session has ended. */
  readonly renew: (token: string) => Promise<void>
  /** The application that is open: form_fields may differ between applications. */
  readonly application?: () => string | null
}

const nobody: Authorization = {
  accessToken: () => null,
  settled: () => Promise.resolve(),
  renew: () => Promise.reject(new Error('Nobody is signed in')),
}

let current = nobody

export const authorization = (): Authorization => current

export function installAuthorization(next: Authorization | null): void {
  current = next ?? nobody
}
