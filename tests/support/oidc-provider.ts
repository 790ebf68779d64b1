import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

export interface Person {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

export interface TestProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in at the provider next. */
  signsIn(person: Person): void
  /** Shows the provider's own page to whoever has to sign in, instead of signing the chosen person in at once. */
  asks(person: Person): void
  /** Walks through the provider's pages as a browser would; answers the address it finally redirects to. */
  visit(authorizationUrl: string): Promise<URL>
  /** Takes back every grant, as an administrator of the provider does with somebody who has left. */
  revokeGrants(): Promise<void>
  stop(): Promise<void>
}

interface StoredGrant {
  destroy(): Promise<void>
}

const clientId = 'tierline'
const clientSecret = 'the secret between the provider and the product'

const signInPage = `<!doctype html><html lang="en"><title>Identity provider</title><link rel="icon" href="data:,"><h1>Identity provider</h1>
<form method="post"><button name="answer" value="enter">Enter</button> <button name="answer" value="cancel">Cancel</button></form></html>`

/** A real OpenID Connect provider on a free port, whose pages sign the chosen person in, at once or when asked. */
export async function startOidcProvider(redirectUri: string): Promise<TestProvider> {
  const people = new Map<string, Person>()
  const grants: StoredGrant[] = []
  let current: Person | undefined
  let asks = false
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3_600,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 86_400,
    },
    cookies: { keys: ['a key for the cookies of the test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => {
      const person = people.get(sub)
      return person && { accountId: sub, claims: () => ({ ...person }) }
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  })
  const answer = provider.callback()

  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response)
    if (prompt.name === 'login') {
      if (!current) throw new Error('Nobody signs in at the provider')
      if (asks && request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/html' }).end(signInPage)
        return
      }
      if (asks && (await text(request)).includes('answer=cancel')) {
        const refusal = { error: 'access_denied', error_description: 'End-User aborted interaction' }
        await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false })
        return
      }
      await provider.interactionFinished(
        request,
        response,
        { login: { accountId: current.sub } },
        { mergeWithLastSubmission: false },
      )
      return
    }
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
    const grant = known ?? new provider.Grant({ accountId: session?.accountId, clientId: params.client_id })
    grant.addOIDCScope(String(params.scope))
    const consent = { grantId: await grant.save() }
    grants.push(grant)
    await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
  }

  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  const choose = (person: Person, withPage: boolean) => {
    people.set(person.sub, person)
    current = person
    asks = withPage
  }

  return {
    issuer,
    clientId,
    clientSecret,
    signsIn: (person) => choose(person, false),
    asks: (person) => choose(person, true),
    visit: (url) => followRedirects(url, redirectUri),
    revokeGrants: async () => {
      for (const grant of grants.splice(0)) await grant.destroy()
    },
    stop: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function followRedirects(start: string, until: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, connection: 'close' } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
    if (url.href.startsWith(until)) return url
  }
  throw new Error('The provider never came back')
}
