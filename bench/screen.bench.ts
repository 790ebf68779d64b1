import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { ensureBrowser } from '../scripts/find-browser.ts'
import type { BenchRow } from './bench-row.ts'
import { endProcessWithBench, folderOfBench } from './support/end-with-bench.ts'
import { saleColumns, signIn } from './support/list-database.ts'
import { median } from './support/median.ts'
import { buildBoth, gzipSize } from './support/screen-client.ts'

const rounds = 21
const warmUps = 3
const limit = 170_000

interface Tokens {
  readonly token: string
  readonly refreshToken: string
}

interface Visit {
  /** From the start of the navigation to the frame that shows the first row, in ms. */
  readonly time: number
  /** The scripts that were there by then. */
  readonly scripts: readonly string[]
}

// As text: what tsx makes of a function calls helpers of its own, which the page does not have.
const watching = (row: string, { token, refreshToken }: Tokens): string => `
  Object.assign(localStorage, ${JSON.stringify({ access_token: token, refresh_token: refreshToken, isLoggedIn: 'true', user_type: 'own' })})
  Object.assign(sessionStorage, { currentApplication: 'Customer Rebate', 'tierline:tab': '1' })
  window.firstRow = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(${JSON.stringify(row)})) return
      observer.disconnect()
      requestAnimationFrame(resolve)
    })
    observer.observe(document, { childList: true, subtree: true })
  })`

/** One visit with an empty cache, as of somebody who comes for the first time. */
async function visit(browser: Browser, address: string, row: string, tokens: Tokens): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const scripts: string[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.addInitScript(watching(row, tokens))
    await page.goto(address, { waitUntil: 'commit' })
    const time = await page.evaluate<number>('window.firstRow')
    // What comes once the first row stands (menus of rows, tools of columns, news of changes) is not what it waited for.
    const before = scripts.slice()
    // The first screen of rows may come before the others.
    await page.locator(`${row}:nth-child(100)`).waitFor()
    const rows = await page.locator(row).count()
    const cells = await page.locator(`${row}:first-child td`).count()
    if (rows !== 100 || cells < 12) throw new Error(`${address} shows ${rows} rows of ${cells} cells`)
    return { time, scripts: [...new Set(before)] }
  } finally {
    await context.close()
  }
}

async function tokensOf(url: string): Promise<Tokens> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(signIn),
  })
  return ((await answer.json()) as { response: Tokens }).response
}

async function inlineScripts(url: string): Promise<string> {
  const page = await (await fetch(url)).text()
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text).join('\n')
}

async function measure(browser: Browser, url: string, folder: string): Promise<BenchRow[]> {
  const tokens = await tokensOf(url)
  // The columns that the page beside it shows.
  const list = `${url}/sales-inovoice-query?columns=${saleColumns.join(',')}`
  const ours = () => visit(browser, list, 'tbody tr[aria-rowindex]', tokens)
  const theirs = () => visit(browser, `${url}/peer.html`, 'tbody tr', tokens)
  const times: [number[], number[]] = [[], []]
  let scripts: readonly string[] = []
  for (let round = 0; round < rounds + warmUps; round += 1) {
    const [mine, other] = [await ours(), await theirs()]
    if (round < warmUps) continue
    times[0].push(mine.time)
    times[1].push(other.time)
    scripts = mine.scripts
  }
  // What stands in the page as text was loaded too.
  const texts = gzipSync(await inlineScripts(url)).length
  const sizes = [texts, ...(await Promise.all(scripts.map((path) => gzipSize(folder, path))))]
  return [
    {
      name: `first row of the sales list (100 × 12, empty cache, median of ${rounds}), beside a hand-written page`,
      unit: 'ms',
      ours: median(times[0]),
      against: median(times[1]),
      required: 1.15,
      direction: 'at most',
    },
    {
      name: 'JavaScript of a first list after gzip, beside its limit',
      unit: 'kB',
      ours: sizes.reduce((sum, size) => sum + size, 0) / 1000,
      against: limit / 1000,
      required: 1,
      direction: 'at most',
    },
  ]
}

export async function run(): Promise<BenchRow[]> {
  const folder = await folderOfBench('screen')
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    await buildBoth(folder)
    const server = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'support', 'screen-server.ts'), join(folder, 'client')],
      {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          NODE_ENV: 'production',
          TIERLINE_DATA: join(folder, 'data'),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    endProcessWithBench(server)
    undo.push(() => (server.kill('SIGTERM'), once(server, 'exit')))
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    const executablePath = await ensureBrowser(() => {})
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
    undo.push(() => browser.close())
    return await measure(browser, line.toString().trim(), folder)
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
