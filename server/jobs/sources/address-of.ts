import { lookup } from 'node:dns/promises'
import { AppError } from '../../errors.ts'
import type { SourceContext } from './source.ts'

/** The address that is called, checked: a name could lead elsewhere a moment later. */
export async function addressOf({ hosts }: SourceContext, host: string, port: number): Promise<string> {
  hosts.demand(host, port)
  if (host.startsWith('/')) return host
  const found = await lookup(host).catch((error: unknown) => {
    throw new AppError('UNAVAILABLE', { message: `${host} is not known.`, cause: error })
  })
  if (!hosts.names(host, port)) hosts.demand(found.address, port)
  return found.address
}
