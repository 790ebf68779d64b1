import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Strict headers: scripts from our own origin only, styles by a nonce of the request. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // A plain http address on the own machine or network must stay reachable; a proxy with TLS adds this header itself.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (request, reply) => {
    const isApi = request.url.startsWith('/api/')
    reply.header('content-security-policy', isApi ? withoutStyles : pagePolicy(nonceOf(reply.raw)))
  })
}

/** The policy of a page; `scripts` are the hashes of the texts in it that may run, as 'sha256-…'. */
export const pagePolicy = (nonce: string, scripts: readonly string[] = []): string =>
  policyWith(` 'nonce-${nonce}'`, scripts.map((hash) => ` '${hash}'`).join(''))

const policyWith = (nonce: string, scripts = ''): string =>
  `default-src 'self';script-src 'self'${scripts};style-src 'self'${nonce};img-src 'self' data: blob:;font-src 'self';connect-src 'self';` +
  "worker-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'"

// What is asked for many times a second, and holds no styles of its own.
const withoutStyles = policyWith('')

const nonces = new WeakMap<object, string>()

/** One nonce per answer, shared by the header and the page. */
export function nonceOf(response: object): string {
  const known = nonces.get(response)
  if (known) return known
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  nonces.set(response, made)
  return made
}
