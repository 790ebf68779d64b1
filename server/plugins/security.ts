import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Strict headers: scripts from our own origin only, styles by a nonce of the request. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, reply) => `'nonce-${nonceOf(reply)}'`],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // A plain http address on the own machine or network must stay reachable; a proxy with TLS adds this header itself.
    hsts: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}

const nonces = new WeakMap<object, string>()

/** One nonce per answer, shared by the header and the page. */
export function nonceOf(response: object): string {
  const known = nonces.get(response)
  if (known) return known
  const made = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  nonces.set(response, made)
  return made
}
