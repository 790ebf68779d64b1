import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliDecompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(brotliCompress)

/** An answer that is made once: kept compressed, since a whole description has megabytes and every organisation may have its own. */
export interface KeptAnswer {
  readonly type: string
  readonly etag: string
  readonly brotli: Buffer
}

export async function keep(type: string, content: string | Buffer): Promise<KeptAnswer> {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  const brotli = await compress(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  return { type, etag, brotli }
}

/** Sends what is kept, or that nothing has changed. Who cannot read it compressed this way gets it unpacked. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, { type, etag, brotli }: KeptAnswer) {
  const asked = request.headers['if-none-match'] ?? ''
  reply.header('etag', etag).header('vary', 'authorization, accept-encoding').type(type)
  if (!reply.hasHeader('cache-control') || reply.getHeader('cache-control') === 'no-store')
    reply.header('cache-control', 'private, no-cache')
  if (asked.split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag)) return reply.code(304).send()
  if (/\bbr\b/.test(String(request.headers['accept-encoding'] ?? '')))
    return reply.header('content-encoding', 'br').header('content-length', brotli.length).send(brotli)
  const unpacked = createBrotliDecompress()
  unpacked.end(brotli)
  return reply.send(unpacked)
}
