import { describe, expect, it } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { findCallIn, recordPaths } from './find-call.ts'

const depot = (endpoint: string, more: object = {}) =>
  normalizeScreen(
    defineScreen({
      name: endpoint.replaceAll('/', '-'),
      label: ['D', 'Ds'],
      area: 'masters',
      endpoint,
      fields: { code: f.text() },
      table: { key: ['code'] },
      ...more,
    }),
  )

const screens = [
  depot('depot', { endpointAliases: ['depots'] }),
  depot('config/depot', { upload: { functionality: 'X' } }),
]
const find = findCallIn(screens)
const found = (method: string, url: string) => {
  const call = find(method, url)
  return call && [call.screen.name, call.call.method, call.call.path, call.at]
}

describe('the call behind an address', () => {
  it('is found by endpoint, alias and nested endpoint, with or without a query or a slash at the end', () => {
    expect(found('GET', '/api/depot?page=2')).toEqual(['depot', 'GET', '', {}])
    expect(found('GET', '/api/depots/')).toEqual(['depot', 'GET', '', {}])
    expect(found('HEAD', '/api/depot')).toEqual(['depot', 'GET', '', {}])
    expect(found('PUT', '/api/config/depot/7')).toEqual(['config-depot', 'PUT', '/:id', { id: '7' }])
    expect(found('GET', '/api/depot/7/history')).toEqual(['depot', 'GET', '/:id/history', { id: '7' }])
  })

  it('is the one that is written out before one that takes any name', () => {
    expect(found('GET', '/api/depot/distinct')).toEqual(['depot', 'GET', '/distinct', {}])
    expect(found('GET', '/api/config/depot/template')).toEqual(['config-depot', 'GET', '/template', {}])
  })

  it('is none for other addresses and methods', () => {
    for (const [method, url] of [
      ['GET', '/api/nothing'],
      ['GET', '/depot'],
      ['PATCH', '/api/depot/7'],
      ['POST', '/api/depot/actions/x'],
      ['GET', '/api/depot/7/8/9'],
      ['GET', '/api/depot/%E0%A4%A'],
      ['GET', '/api/'],
    ] as const)
      expect([url, find(method, url)]).toEqual([url, undefined])
  })

  it('is listed for every address', () => {
    const paths = recordPaths(screens).map(({ method, path }) => `${method} ${path}`)
    expect(paths).toEqual(
      expect.arrayContaining(['GET depot', 'GET depots/:id', 'DELETE config/depot', 'GET config/depot/template']),
    )
    expect(paths).not.toContain('GET depot/template')
  })
})
