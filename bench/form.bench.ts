import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Locator, type Page } from 'playwright-core'
import { ensureBrowser } from '../scripts/find-browser.ts'
import type { BenchRow } from './bench-row.ts'
import { endProcessWithBench, folderOfBench } from './support/end-with-bench.ts'
import { fieldCount, formRecord, rowCount } from './support/form-screen.ts'
import { signIn } from './support/list-database.ts'
import { median } from './support/median.ts'
import { watchMainThread } from './support/main-thread.ts'
import { buildBoth } from './support/screen-client.ts'

const rounds = 7
const warmUps = 2
const text = 'the quick brown fox jumps over the lazy dog '

interface Tokens {
  readonly token: string
  readonly refreshToken: string
}

async function call<T>(url: string, path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const { response, message } = (await answer.json()) as { response: T; message?: string }
  if (!answer.ok) throw new Error(`${path}: ${message}`)
  return response
}

// As text: what tsx makes of a function calls helpers of its own, which the page does not have.
const signedIn = ({ token, refreshToken }: Tokens): string => `
  Object.assign(localStorage, ${JSON.stringify({ access_token: token, refresh_token: refreshToken, isLoggedIn: 'true', user_type: 'own' })})
  Object.assign(sessionStorage, { currentApplication: 'Customer Rebate', 'tierline:tab': '1' })`

/** Main-thread time per character typed into a control: all of it, less what two idle frames cost. */
async function keystroke(page: Page, selector: string): Promise<number> {
  const control = page.locator(selector)
  await control.scrollIntoViewIfNeeded()
  await control.fill('')
  await control.focus()
  const thread = await watchMainThread(page)
  const times: number[] = []
  for (let round = 0; round < rounds + warmUps; round += 1) {
    const idle = await thread.during(async () => {})
    const time = await thread.during(() => page.keyboard.type(text, { delay: 20 }))
    if (round >= warmUps) times.push((time - idle) / text.length)
    await control.fill('')
  }
  return median(times)
}

/** How many of the frames after a keystroke it took until it was seen: 1 is the next one. */
async function framesUntilPainted(page: Page, selector: string): Promise<number> {
  await page.locator(selector).focus()
  await page.evaluate(`window.frames = []; document.querySelector(${JSON.stringify(selector)}).addEventListener('keydown', () => {
    const before = document.activeElement.value
    let count = 0
    const look = () => { count += 1; document.activeElement.value !== before ? window.frames.push(count) : requestAnimationFrame(look) }
    requestAnimationFrame(look)
  })`)
  await page.keyboard.type(text, { delay: 30 })
  const frames = await page.evaluate<number[]>('window.frames')
  if (frames.length < text.length * 0.9) throw new Error(`Only ${frames.length} of ${text.length} keystrokes were seen`)
  return frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)]!
}

/** Answers how to press a control that the pointer is on: finding it by its role, as an assistive program would, counts for nothing. */
async function pointAt(control: Locator): Promise<() => Promise<void>> {
  await control.hover()
  const { mouse } = control.page()
  return async () => {
    await mouse.down()
    await mouse.up()
  }
}

async function measureRows(page: Page): Promise<BenchRow[]> {
  const thread = await watchMainThread(page)
  const inRow = await keystroke(page, '#record_lines_3_description')
  const times = { add: [] as number[], remove: [] as number[], paste: [] as number[] }
  const block = Array.from({ length: rowCount }, (_, index) => `P${index}\tPasted ${index}\t${index}\t9.99`).join('\n')
  for (let round = 0; round < 3; round += 1) {
    const add = await pointAt(page.getByRole('button', { name: 'Add row' }))
    times.add.push(
      await thread.during(async () => {
        await add()
        await page.waitForFunction(`document.activeElement.id === 'record_lines_${rowCount}_article'`)
      }),
    )
    times.remove.push(
      await thread.during(await pointAt(page.getByRole('button', { name: `Remove row ${rowCount + 1}` }))),
    )
    await page.evaluate("document.getElementById('record_lines').scrollTop = 0")
    await page.locator('#record_lines_0_article').focus()
    times.paste.push(
      await thread.during(() =>
        page.evaluate(`(() => {
          const data = new DataTransfer()
          data.setData('text/plain', ${JSON.stringify(block)})
          document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        })()`),
      ),
    )
    await page.locator('#record_lines_0_article').and(page.locator('[value="P0"]')).waitFor()
  }
  const within = (name: string, ours: number, limit: number): BenchRow => ({
    name,
    unit: 'ms',
    ours,
    against: limit,
    required: 1,
    direction: 'at most',
  })
  return [
    within(`a keystroke in one of ${rowCount} nested rows, beside its limit`, inRow, 5),
    within(`adding a row to ${rowCount}, until its first cell has the focus`, median(times.add), 100),
    within(`removing one of ${rowCount} rows`, median(times.remove), 100),
    within(`pasting a block of ${rowCount} × 4 cells`, median(times.paste), 200),
  ]
}

async function measure(browser: Browser, url: string): Promise<BenchRow[]> {
  const tokens = await call<Tokens>(url, 'login', signIn)
  const { id } = await call<{ id: number }>(url, 'bench-form', formRecord, tokens.token)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(signedIn(tokens))
  const [ours, theirs] = [await context.newPage(), await context.newPage()]
  await ours.goto(`${url}/bench-form/edit/${id}`)
  await ours.locator('#record_f_100').waitFor()
  await theirs.goto(`${url}/peer.html`)
  await theirs.locator('#field_12').waitFor()
  await ours.bringToFront()
  const mine = await keystroke(ours, '#record_f_100')
  const frames = await framesUntilPainted(ours, '#record_f_100')
  const rows = await measureRows(ours)
  await theirs.bringToFront()
  const hand = await keystroke(theirs, '#field_12')
  const shown = await ours.locator('[id^=record_f_]').count()
  if (shown < fieldCount) throw new Error(`The form shows ${shown} fields`)
  return [
    {
      name: `main-thread time of a keystroke among ${fieldCount} fields (processor time of all tasks, median of ${rounds}), beside its limit`,
      unit: 'ms',
      ours: mine,
      against: 5,
      required: 1,
      direction: 'at most',
    },
    {
      name: `the same beside a hand-written form of 25 fields with react-hook-form`,
      unit: 'ms',
      ours: mine,
      against: hand,
      required: 2,
      direction: 'at most',
    },
    {
      name: 'frames until a typed character is seen (95 of 100), beside the next frame',
      unit: 'frames',
      ours: frames,
      against: 1,
      required: 1,
      direction: 'at most',
    },
    ...rows,
  ]
}

export async function run(): Promise<BenchRow[]> {
  const folder = await folderOfBench('form')
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    await buildBoth(folder, 'form-peer')
    const server = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, 'support', 'form-server.ts'), join(folder, 'client')],
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
    return await measure(browser, line.toString().trim())
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
