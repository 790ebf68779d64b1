import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import serveStatic from '@fastify/static'
import { chromium, type Browser } from 'playwright-core'
import { ensureBrowser } from '../scripts/find-browser.ts'
import type { BenchRow } from './bench-row.ts'
import { folderOfBench } from './support/end-with-bench.ts'
import { median } from './support/median.ts'
import { watchMainThread } from './support/main-thread.ts'

const rounds = 3
const frames = 300
const step = 4_000

interface Visit {
  /** From the call that makes the grid to the frame after its first row, in ms. */
  readonly firstRow: number
  /** Frames that came at most 20 ms after the one before, while the grid scrolls 4,000 px a frame. */
  readonly inTime: number
  /** How long the main thread worked for each of those frames, in ms. */
  readonly work: number
}

// As text: what tsx makes of a function calls helpers of its own, which the page does not have.
const watching = (row: string) => `
  window.firstRow = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(${JSON.stringify(row)})) return
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame((now) => resolve(now - window.gridStarted)))
    })
    observer.observe(document, { childList: true, subtree: true })
  })`

const scrolling = (box: string) => `new Promise((resolve, reject) => {
  const box = document.querySelector(${JSON.stringify(box)})
  if (!box) return reject(new Error('There is nothing to scroll at ' + ${JSON.stringify(box)}))
  let [count, late, before, direction] = [0, 0, 0, 1]
  const frame = (now) => {
    if (before && now - before > 20) late += 1
    before = now
    count += 1
    if (count > ${frames}) return resolve(late)
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) direction = -1
    if (box.scrollTop <= 0) direction = 1
    box.scrollTop += ${step} * direction
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})`

async function visit(browser: Browser, address: string, row: string, box: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watching(row))
    await page.goto(address, { waitUntil: 'commit' })
    const firstRow = await page.evaluate<number>('window.firstRow')
    const thread = await watchMainThread(page)
    let late = 0
    const work = await thread.during(async () => {
      late = await page.evaluate<number>(scrolling(box))
    })
    if ((await page.locator(row).count()) < 15) throw new Error(`${address} shows no rows after scrolling`)
    return { firstRow, inTime: frames - late, work: work / frames }
  } finally {
    await context.close()
  }
}

async function measure(browser: Browser, url: string): Promise<BenchRow[]> {
  const mine: Visit[] = []
  const theirs: Visit[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const one = await visit(browser, `${url}/ours.html`, '[role=row][style*=transform]', '[role=grid]')
    const other = await visit(browser, `${url}/peer.html`, '.ag-row', '.ag-grid-viewport')
    // The first visit of each warms the browser up.
    if (round === 0) continue
    mine.push(one)
    theirs.push(other)
  }
  const row = (
    name: string,
    unit: string,
    of: (visit: Visit) => number,
    direction: BenchRow['direction'] = 'at most',
  ): BenchRow => ({
    name,
    unit,
    ours: median(mine.map(of)),
    against: median(theirs.map(of)),
    required: 1,
    direction,
  })
  const about = `grid of 100,000 × 12, median of ${rounds}, beside AG Grid Community`
  return [
    row(`first row of a ${about}`, 'ms', (one) => one.firstRow),
    row(`frames within 20 ms, of ${frames} of 4,000 px each: ${about}`, 'frames', (one) => one.inTime, 'at least'),
    row(`main thread a frame of 4,000 px: ${about}`, 'ms', (one) => one.work),
  ]
}

export async function run(): Promise<BenchRow[]> {
  const folder = await folderOfBench('grid')
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const root = join(import.meta.dirname, '..')
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const configFile = join(root, 'bench', 'grid-page', 'vite.config.ts')
    await promisify(execFile)(
      process.execPath,
      [vite, 'build', '--config', configFile, '--outDir', folder, '--logLevel', 'warn'],
      { cwd: root },
    )
    const server = Fastify()
    await server.register(serveStatic, { root: folder })
    undo.push(() => server.close())
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    const executablePath = await ensureBrowser(() => {})
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
    undo.push(() => browser.close())
    return await measure(browser, url)
  } finally {
    for (const last of undo.reverse()) await last()
  }
}
