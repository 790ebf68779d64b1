import { expect, it } from 'vitest'
import { loadScreens } from '#server/screens.ts'
import { runningRoutes } from './running-routes.ts'

it('lists what the application really registers, without a database', async () => {
  const screens = await loadScreens()
  const routes = (await runningRoutes(screens)).map(({ method, path }) => `${method} ${path}`)
  expect(routes).toContain('POST login')
  expect(routes).toContain('GET bootstrap')
  const stored = screens.filter(({ endpoint, table }) => endpoint !== null && table)
  expect(routes).toEqual(expect.arrayContaining(stored.map(({ endpoint }) => `GET ${endpoint}`)))
  expect(routes.filter((route) => /^(HEAD|OPTIONS) /.test(route))).toEqual([])
}, 30_000)
