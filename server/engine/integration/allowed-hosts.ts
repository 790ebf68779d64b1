import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { AppError } from '../../errors.ts'

const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

/** Whether an address belongs to this machine, a private network, or nobody in particular. */
export function isPrivate(address: string): boolean {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return reserved.check(bare, 'ipv4')
  return reserved.check(bare, 'ipv6') || isMapped(bare)
}

function isMapped(address: string): boolean {
  const dotted = /^(?:::ffff:|::)(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (dotted) return reserved.check(dotted, 'ipv4')
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (!hex) return false
  const [high, low] = [Number.parseInt(hex[1]!, 16), Number.parseInt(hex[2]!, 16)]
  return reserved.check([high >> 8, high & 255, low >> 8, low & 255].join('.'), 'ipv4')
}

/**
 * Which servers integrations may call. With a list those on it and no others, private ones included: a name, a name with its
 * port, or `*.example.com`. Without a list every server of the public network.
 */
export class AllowedHosts {
  readonly #entries: readonly string[]

  constructor(list: string | undefined) {
    this.#entries = (list ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
  }

  /** Whether the list names the server. */
  names(host: string, port: number): boolean {
    const name = host.toLowerCase().replace(/^\[|\]$/g, '')
    return this.#entries.some(
      (entry) =>
        entry === name || entry === `${name}:${port}` || (entry.startsWith('*.') && name.endsWith(entry.slice(1))),
    )
  }

  /** Throws FORBIDDEN for a server that may not be called. */
  demand(host: string, port: number): void {
    const name = host.replace(/^\[|\]$/g, '')
    if (this.names(host, port)) return
    if (this.#entries.length > 0 || name.startsWith('/') || (isIP(name) && isPrivate(name)))
      throw new AppError('FORBIDDEN', {
        message: `Calls to ${host} are not allowed here. Who runs this server can add it to TIERLINE_INTEGRATION_HOSTS.`,
      })
  }

  /** Finds addresses as the system does, without those a name must not lead to: what is checked is what is called. */
  lookup(port: number): LookupFunction {
    return (host, options, answer) => {
      lookup(host, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
        if (error) {
          answer(error, '', 4)
          return
        }
        const usable = this.names(host, port) ? addresses : addresses.filter(({ address }) => !isPrivate(address))
        const [first] = usable
        if (!first)
          answer(
            new AppError('FORBIDDEN', { message: `${host} leads into a private network, which is not allowed here.` }),
            '',
            4,
          )
        else if (options.all) answer(null, [...usable])
        else answer(null, first.address, first.family)
      })
    }
  }
}
