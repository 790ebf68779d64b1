import { execFile, spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const cache = join(import.meta.dirname, '..', '.cache', 'browsers')
// The shell draws pages as the browser does, without windows and tabs of its own: a page opens in a quarter of the time.
const programs = [
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium that starts: named by TIERLINE_BROWSER or CHROME, on the PATH, or installed by us before. */
export async function findBrowser(): Promise<string | undefined> {
  const named = process.env.TIERLINE_BROWSER || process.env.CHROME
  if (named) {
    if (await starts(named)) return named
    throw new Error(`${named}, named by TIERLINE_BROWSER or CHROME, does not start as a browser.`)
  }
  for (const candidate of [...onPath(), ...applications, await downloaded()]) {
    if (candidate && isProgram(candidate) && (await starts(candidate))) return candidate
  }
  return undefined
}

interface Installer {
  readonly name: string
  readonly possible: boolean
  install(): Promise<void>
}

const aptGet = '/usr/bin/apt-get'
const playwrightCli = join(import.meta.dirname, '..', 'node_modules', 'playwright-core', 'cli.js')

const installers: readonly Installer[] = [
  {
    name: 'Debian’s chromium',
    possible: process.getuid?.() === 0 && isProgram(aptGet),
    install: async () => {
      const install = (name: string) => run(aptGet, ['install', '-y', '--no-install-recommends', name])
      await run(aptGet, ['-o', 'Acquire::Retries=3', 'update'])
      // Older releases have the browser only.
      await install('chromium-headless-shell').catch(() => install('chromium'))
    },
  },
  {
    name: 'Playwright’s Chromium',
    possible: true,
    install: () =>
      run(process.execPath, [playwrightCli, 'install', '--no-shell', 'chromium'], { PLAYWRIGHT_BROWSERS_PATH: cache }),
  },
]

/** Finds a browser or installs one: Debian's package as root, Playwright's build into .cache otherwise. */
export async function ensureBrowser(say: (text: string) => void): Promise<string> {
  const found = await findBrowser()
  if (found) return found
  const reasons: string[] = []
  for (const { name, install } of installers.filter(({ possible }) => possible)) {
    say(`No browser found: installing ${name}…`)
    try {
      await install()
      const installed = await findBrowser()
      if (installed) return installed
      reasons.push(`${name} was installed and does not start.`)
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(
    `No browser could be installed. Install Chromium or Chrome, or name one with TIERLINE_BROWSER.\n${reasons.join('\n')}`,
  )
}

function onPath(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return programs.flatMap((program) => folders.map((folder) => join(folder, program)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A launcher that only asks to install a snap package has no version. */
async function starts(path: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 20_000 })
    return /\d+\.\d+/.test(stdout)
  } catch {
    return false
  }
}

async function downloaded(): Promise<string> {
  // Playwright reads the variable when it is loaded.
  process.env.PLAYWRIGHT_BROWSERS_PATH ??= cache
  const { chromium } = await import('playwright-core')
  return chromium.executablePath()
}

function run(program: string, options: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => {
      const why = output.trim().split('\n').slice(-8).join('\n')
      if (code === 0) resolve()
      else reject(new Error(`${[program, ...options].join(' ')} failed:\n${why}`))
    })
  })
}
