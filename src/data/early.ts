import { addressOf, tokenHeaders } from './address.ts'

const early = new Map<string, Promise<Response>>()

/** Asks for something while the program is still being loaded; the call that wants it later takes this answer. */
export function askEarly(path: string, query: Readonly<Record<string, string | null>>, token: string): void {
  const address = addressOf(path, query)
  const response = fetch(address, { headers: tokenHeaders(token), credentials: 'same-origin' })
  // Whoever takes it hears of the failure; until then nobody listens.
  response.catch(() => undefined)
  early.set(address, response)
}

export function takeEarly(path: string, query: Readonly<Record<string, string | null>>): Promise<Response> | undefined {
  const address = addressOf(path, query)
  const response = early.get(address)
  early.delete(address)
  return response
}
