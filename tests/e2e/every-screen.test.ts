import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { fillPath, screenRoutes, type RouteKind, type Screen, type ScreenRoute } from '#src/definition'
import { loadScreens } from '#server/screens.ts'
import { openBrowser, type PageOptions, type Tab } from '../support/browser.ts'
import { barriers } from './axe.ts'
import { openList } from './list-tab.ts'

const administrator = /^Administrator, Northgate/
const screens = await loadScreens()
let browser: Browser
let token: string

beforeAll(async () => {
  browser = await openBrowser()
  const { email, password } = inject('signIns').find((one) => administrator.test(one.role))!
  const answer = await ask('login', { method: 'POST', body: JSON.stringify({ email, password }) })
  token = (answer as { token: string }).token
})

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const answer = await fetch(`${inject('baseUrl')}/api/${path}`, { ...init, headers })
  return ((await answer.json()) as { response: unknown }).response
}

/** The address of a route, with a record's id where it needs one; null where there is no record, or nothing was asked: a result is led to by its criteria. */
async function addressOf(screen: Screen, { path, kind }: ScreenRoute): Promise<string | null> {
  if (kind === 'results' || kind === 'results-grid') return null
  if (kind === 'upload') return `${path}?functionality=${screen.upload?.functionality}`
  if (!path.includes(':id')) return path
  const { records } = (await ask(`${screen.endpoint}?limit=1&count=none`)) as { records: { id: number }[] }
  return records[0] ? fillPath(path, { id: records[0].id }) : null
}

/** Goes there as a link does, without loading the page anew. */
async function visit(page: Page, address: string): Promise<void> {
  const path = address.split('?')[0]!
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
  // The page says whose it is in the same breath in which it is shown.
  const main = page.locator(`main[data-path=${JSON.stringify(path)}]`)
  await main.locator(':is(h1, h2)').first().waitFor()
  // Loading is said, so its end can be waited for.
  await page.waitForFunction(
    () => !document.querySelector('main [aria-busy="true"], main [role="status"][aria-label^="Loading"]'),
  )
  expect(new URL(page.url()).pathname).toBe(path)
}

/** What is wrong with the page as it stands: errors it shows, complaints of the browser, an address that leads nowhere, a page without one heading, or wider than its window. */
async function faultsOf({ page, complaints }: Tab, heard: number): Promise<string[]> {
  const errors = await page.locator('main [role="alert"]').allTextContents()
  const strayed = (await page.getByText('There is nothing at this address').count()) > 0 ? ['no page'] : []
  const headings = await page.locator('h1').count()
  const spill = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return [
    ...errors,
    ...complaints.slice(heard),
    ...strayed,
    ...(headings === 1 ? [] : [`${headings} headings of the page`]),
    ...(spill > 0 ? [`${spill} px wider than the window`] : []),
  ]
}

type Wanted = (kind: RouteKind, seen: ReadonlySet<string>) => boolean

/** Visits every screen that is wanted; `once` is done at the first screen of each kind, which stands for the others, being drawn by the same components. */
async function tour(
  tab: Tab,
  isWanted: Wanted,
  once: (kind: string) => Promise<string[]>,
): Promise<{ visited: number; faults: string[] }> {
  const seen = new Set<string>()
  const faults: string[] = []
  let [visited, heard] = [0, 0]
  for (const screen of screens) {
    for (const route of screenRoutes(screen)) {
      if (!isWanted(route.kind, seen)) continue
      const address = await addressOf(screen, route)
      if (address === null) continue
      await visit(tab.page, address)
      visited += 1
      const found = await faultsOf(tab, heard)
      heard = tab.complaints.length
      if (!seen.has(route.kind)) found.push(...(await once(route.kind)))
      seen.add(route.kind)
      faults.push(...found.map((fault) => `${address}: ${fault}`))
    }
  }
  return { visited, faults }
}

const onTheGo: ReadonlySet<RouteKind> = new Set<RouteKind>(['list', 'view', 'criteria', 'dashboard'])

interface Variant {
  readonly name: string
  readonly options: PageOptions
  readonly isWanted: Wanted
  /** More screens than these are visited. */
  readonly least: number
}

const light: Variant = {
  name: 'light, 1280 wide',
  options: { width: 1280 },
  isWanted: () => true,
  least: screens.length,
}
const telephone: Variant = {
  name: 'dark, on a telephone',
  options: { width: 390, height: 844, dark: true },
  // What is read on the go.
  isWanted: (kind) => onTheGo.has(kind),
  least: screens.length,
}
const wide: Variant = {
  name: 'dark, 1920 wide',
  options: { width: 1920, height: 1080, dark: true },
  // Drawn by the same components as at 1280: one of each kind.
  isWanted: (kind, seen) => !seen.has(kind),
  least: 5,
}

// The two long ways beside each other take little longer than one: a page computes on one processor. The third would meet
// the first at the records that both edit.
it.each([
  // Whether every screen is drawn at all is answered by one of them (npm run check:screens).
  ['light, and dark on a telephone', process.env['TIERLINE_TOUR'] === 'once' ? [light] : [light, telephone]],
  ['dark, 1920 wide', [wide]],
] as const)(
  'shows every screen of every definition without a fault: %s',
  async (_name, together: readonly Variant[]) => {
    const found = await Promise.all(
      together.map(async ({ name, options, isWanted, least }) => {
        // Without an application every address leads to the launcher.
        const tab = await openList(browser, '/', options)
        const { visited, faults } = await tour(tab, isWanted, () => barriers(tab.page))
        await tab.context.close()
        return [
          ...(visited > least ? [] : [`${name}: only ${visited} screens visited`]),
          ...faults.map((fault) => `${name}: ${fault}`),
        ]
      }),
    )
    expect(found.flat()).toEqual([])
  },
  600_000,
)
