interface Environment {
  readonly VITE_API_BASE?: string
  readonly VITE_TOKEN_HEADER?: string
}

const environment = import.meta.env as Environment

/** What the API lies under; from the environment at build time. */
export const apiBase = (): string =>
  new URL(
    `${(environment.VITE_API_BASE ?? '/api').replace(/\/+$/, '')}/`,
    globalThis.location?.href ?? 'http://localhost',
  ).href

/** The second header that carries the access token. */
export const tokenHeader = (): string => environment.VITE_TOKEN_HEADER ?? 'x-access-token'
