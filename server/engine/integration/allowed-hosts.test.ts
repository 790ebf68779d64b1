import { expect, test } from 'vitest'
import { AllowedHosts, isPrivate } from './allowed-hosts.ts'

const refused = (list: string | undefined, host: string, port = 443): boolean => {
  try {
    new AllowedHosts(list).demand(host, port)
    return false
  } catch {
    return true
  }
}

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
  '100.64.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
])('%s is private', (address) => expect(isPrivate(address)).toBe(true))

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1', '::ffff:101:101'])(
  '%s is public',
  (address) => expect(isPrivate(address)).toBe(false),
)

test('without a list every public server, with one those on it', () => {
  expect(refused(undefined, 'rates.example')).toBe(false)
  expect(refused(undefined, '127.0.0.1')).toBe(true)
  expect(refused(undefined, '[::1]')).toBe(true)
  expect(refused(undefined, '/var/run/postgresql')).toBe(true)
  expect(refused('rates.example', 'rates.example')).toBe(false)
  expect(refused('rates.example', 'other.example')).toBe(true)
  expect(refused('*.rates.example', 'api.rates.example')).toBe(false)
  expect(refused('*.rates.example', 'evilrates.example')).toBe(true)
  expect(refused('127.0.0.1:8443', '127.0.0.1', 8443)).toBe(false)
  expect(refused('127.0.0.1:8443', '127.0.0.1', 22)).toBe(true)
})

test('a name that leads into a private network is refused where it is called', async () => {
  const found = (list: string | undefined) =>
    new Promise<string | null>((resolve) =>
      new AllowedHosts(list).lookup(443)('localhost', { all: false }, (error) => resolve(error ? error.message : null)),
    )
  expect(await found(undefined)).toContain('private network')
  expect(await found('localhost')).toBeNull()
})
