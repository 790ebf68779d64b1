import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'
import { findCallIn } from '#server/routes/find-call.ts'
import { loadScreens } from '#server/screens.ts'
import { buildClient } from '../scripts/client-build.ts'
import { ensureBrowser } from '../scripts/find-browser.ts'
import type { BenchRow } from './bench-row.ts'
import { endProcessWithBench } from './support/end-with-bench.ts'
import { median } from './support/median.ts'
import { writeDefinitions } from './support/many-definitions.ts'

const root = join(import.meta.dirname, '..')
const count = 3_000
const checked = 300
const starts = 7
const visits = 15
const bootstrapLimit = 60

interface Tokens {
  readonly token: string
  readonly refreshToken: string
}

/** The product with the definitions of one folder, on a database of its own. */
interface Variant {
  readonly definitions: string
  readonly dataDir: string
  readonly client: string
}

interface Started {
  readonly url: string
  /** From the start of the process until it answers, in ms. */
  readonly time: number
  stop(): Promise<void>
}

async function start({ definitions, dataDir, client }: Variant): Promise<Started> {
  const began = performance.now()
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'support', 'definitions-server.ts'), definitions, client],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: 'production',
        PORT: '0',
        TIERLINE_DATA: dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  endProcessWithBench(child)
  const ended = once(child, 'exit')
  const line = await Promise.race([once(child.stdout!, 'data'), ended.then(() => null)])
  if (line === null) throw new Error(`The server with the definitions of ${definitions} did not start`)
  const time = performance.now() - began
  return {
    url: String(line[0]).trim(),
    time,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function signIn(url: string, dataDir: string): Promise<Tokens> {
  const signIns = JSON.parse(await readFile(join(dataDir, 'demo-sign-ins.json'), 'utf8')) as {
    email: string
    password: string
  }[]
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // The administrator, who may open everything.
    body: JSON.stringify(signIns[1]),
  })
  return ((await answer.json()) as { response: Tokens }).response
}

const page = '/customer-master'

/** From the start of the navigation to the first row of a list, with an empty cache, in ms. */
async function visit(browser: Browser, url: string, { token, refreshToken }: Tokens): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const tab = await context.newPage()
    await tab.addInitScript(`
      Object.assign(localStorage, ${JSON.stringify({ access_token: token, refresh_token: refreshToken, isLoggedIn: 'true', user_type: 'own' })})
      Object.assign(sessionStorage, { currentApplication: 'Customer Rebate', 'tierline:tab': '1' })
      window.firstRow = new Promise((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector('tbody tr[aria-rowindex]')) return
          observer.disconnect()
          requestAnimationFrame(resolve)
        }).observe(document, { childList: true, subtree: true })
      })`)
    await tab.goto(`${url}${page}`, { waitUntil: 'commit' })
    return await tab.evaluate<number>('window.firstRow')
  } finally {
    await context.close()
  }
}

async function bytesOfBootstrap(url: string, { token }: Tokens): Promise<number> {
  const query = new URLSearchParams({ application: 'Customer Rebate', path: page })
  const answer = await fetch(`${url}/api/bootstrap?${query.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.arrayBuffer()).byteLength
}

/** Starts of both, one after the other, so that whatever else the machine does meets both. */
async function measureStarts(own: Variant, many: Variant): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < starts; round += 1) {
    for (const [index, variant] of [own, many].entries()) {
      const started = await start(variant)
      times[index]!.push(started.time)
      await started.stop()
    }
  }
  return [median(times[0]), median(times[1])]
}

async function measurePages(own: Variant, many: Variant): Promise<{ times: [number, number]; bytes: number }> {
  const servers = [await start(own), await start(many)] as const
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(() => {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const tokens = [await signIn(servers[0].url, own.dataDir), await signIn(servers[1].url, many.dataDir)] as const
    const times: [number[], number[]] = [[], []]
    for (let round = -2; round < visits; round += 1) {
      for (const index of [0, 1] as const) {
        const time = await visit(browser, servers[index].url, tokens[index])
        if (round >= 0) times[index].push(time)
      }
    }
    return {
      times: [median(times[0]), median(times[1])],
      bytes: await bytesOfBootstrap(servers[1].url, tokens[1]),
    }
  } finally {
    await browser.close()
    for (const server of servers) await server.stop()
  }
}

/** Nanoseconds to find the call that an address means, the fastest of some rounds. */
async function timeOfCall(folder: string): Promise<number> {
  const screens = await loadScreens(folder)
  const find = findCallIn(screens)
  const urls = screens.flatMap(({ table, endpoint }) => (table && endpoint ? [`/api/${endpoint}/7`] : []))
  const turns = 300_000
  const round = () => {
    const began = performance.now()
    for (let turn = 0; turn < turns; turn += 1)
      if (!find('GET', urls[turn % urls.length])) throw new Error('An endpoint was not found')
    return ((performance.now() - began) / turns) * 1e6
  }
  return Math.min(...Array.from({ length: 7 }, round))
}

/** Seconds that the compiler takes for so many definitions. */
async function typeCheck(folder: string): Promise<number> {
  await writeDefinitions(join(folder, 'checked'), checked)
  const options = { extends: join(root, 'tsconfig.json'), include: [join(folder, 'checked')] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
  const began = performance.now()
  await promisify(execFile)(join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder, '--noEmit'], { cwd: root })
  return (performance.now() - began) / 1_000
}

export async function run(): Promise<BenchRow[]> {
  // Within the project: generated definitions import the language as those of the product do.
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'definitions-'))
  try {
    const client = join(folder, 'client')
    await buildClient(root, client, () => {})
    const ownDefinitions = join(root, 'screen-definitions')
    const own = { definitions: ownDefinitions, dataDir: join(folder, 'own-data'), client }
    const many = { definitions: join(folder, 'definitions'), dataDir: join(folder, 'many-data'), client }
    await cp(ownDefinitions, many.definitions, { recursive: true })
    await writeDefinitions(join(many.definitions, 'generated'), count)
    // The first start makes the tables and loads the demo data.
    for (const variant of [own, many]) await (await start(variant)).stop()
    const [ownStart, manyStart] = await measureStarts(own, many)
    const { times, bytes } = await measurePages(own, many)
    const [foundOwn, foundMany] = [await timeOfCall(ownDefinitions), await timeOfCall(many.definitions)]
    const more = `${count.toLocaleString('en-GB')} definitions more`
    const limit = (name: string, unit: string, ours: number, against: number): BenchRow => ({
      name,
      unit,
      ours,
      against,
      required: 1,
      direction: 'at most',
    })
    const beside = (name: string, ours: number, against: number, unit = 'ms'): BenchRow => ({
      name,
      unit,
      ours,
      against,
      required: 1.2,
      direction: 'at most',
    })
    return [
      beside(`start of the server with ${more} (median of ${starts}), beside its own`, manyStart, ownStart),
      beside(`first page with ${more} (median of ${visits}), beside its own`, times[1], times[0]),
      {
        ...beside(`the call of an address found among ${more}, beside its own`, foundMany, foundOwn, 'ns'),
        // The same steps; a bigger map lies less often in the processor's cache.
        required: 3,
      },
      limit(`what the first page is told, with ${more}, beside its limit`, 'kB', bytes / 1_000, bootstrapLimit),
      limit(`type check of ${checked} definitions, beside its limit`, 's', await typeCheck(folder), 10),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
