import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateRecord } from '#src/definition'
import { lintScreens } from '#src/definition/lint/lint-screens.ts'
import type { Command } from '#server/commands/command.ts'
import { loadScreens } from '#server/screens.ts'
import { absent, type GuideStep, guideSteps } from '#tests/support/guide.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { goodPassword, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

const root = join(import.meta.dirname, '..', '..')
const texts = new Map<string, string>([['README.md', await readFile(join(root, 'README.md'), 'utf8')]])
for (const name of await readdir(join(root, 'docs', 'guides')))
  if (name.endsWith('.md'))
    texts.set(join('docs', 'guides', name), await readFile(join(root, 'docs', 'guides', name), 'utf8'))
const isTried = (page: string): boolean => guideSteps(texts.get(page)!).length > 0
const pages = [...texts.keys()].filter(isTried)

test('there are guides', () => expect(pages.length).toBeGreaterThan(3))

test.each([...texts.keys()].filter((page) => !isTried(page)))(
  '%s has nothing to carry out: it names the test that goes its way',
  async (page) => {
    const [, path] = /`(tests\/api\/[\w-]+\.test\.ts)`/.exec(texts.get(page)!) ?? []
    expect(path).toBeDefined()
    expect(await readFile(join(root, path!), 'utf8')).toContain(basename(page))
  },
)

describe.each(pages)('%s', (page) => {
  let s: SessionApp
  let folder: string
  let steps: GuideStep[]
  const tokens = new Map<string, string>()

  beforeAll(async () => {
    steps = guideSteps(texts.get(page)!)
    // Below the project, so that the definitions find the language.
    await mkdir(join(root, '.cache'), { recursive: true })
    folder = await mkdtemp(join(root, '.cache', 'guide-'))
    for (const step of steps) {
      if (step.kind !== 'file') continue
      await mkdir(join(folder, dirname(step.path)), { recursive: true })
      await writeFile(join(folder, step.path), step.text)
    }
    s = await sessionApp({}, await loadScreens(folder), await commandsIn(folder, steps))
    const organizationId = await s.organization({ code: 'G', name: 'Guides' })
    for (const role of ['ADMINISTRATOR', 'ANALYST', 'READER']) {
      const email = `${role.toLowerCase()}@example.com`
      await s.user({ organizationId, email, name: role, role, password: goodPassword })
      tokens.set(role, (await s.signIn(email)).token)
    }
  })
  afterAll(async () => {
    await s.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('its definitions stand in files of their name, and the linter and their own examples find nothing', async () => {
    const written = await loadScreens(folder)
    expect(written.length).toBeGreaterThan(0)
    const files = steps.flatMap((step) =>
      step.kind === 'file' && step.path.startsWith('screen-definitions/') ? [basename(step.path)] : [],
    )
    expect(files.toSorted()).toEqual(written.map(({ name }) => `${name}.screen.ts`).toSorted())
    expect(lintScreens([...(await loadScreens()), ...written])).toEqual([])
    for (const { fields, tests } of written) {
      for (const example of tests) {
        const input = 'accept' in example ? example.accept : example.reject
        const { issues } = validateRecord(fields, input, { mode: 'create', today: '2026-06-15' })
        const found = issues.map(({ path }) => path.join('.'))
        expect('accept' in example ? found.length === 0 : found.includes(example.at), found.join()).toBe(true)
      }
    }
  })

  test('what it says happens', async () => {
    const calls = steps.filter((step) => step.kind === 'call')
    const uploads = steps.filter((step) => step.kind === 'upload')
    // The README's one definition is enough for a newcomer's page.
    expect(calls.length + uploads.length).toBeGreaterThan(page === 'README.md' ? -1 : 1)
    for (const step of steps) {
      if (step.kind === 'call') await carryOut(step)
      if (step.kind === 'upload') await upload(step)
    }
  })

  async function carryOut(step: GuideStep & { kind: 'call' }): Promise<void> {
    const { status, body } = await s.call(step.method, step.path, { token: tokens.get(step.as)!, body: step.body })
    const place = `${page}:${step.line} answered ${status} ${JSON.stringify(body)}`
    expect(status, place).toBe(step.status)
    expectLike(body, step.answer, place)
  }

  async function upload(step: GuideStep & { kind: 'upload' }): Promise<void> {
    const token = tokens.get('ADMINISTRATOR')!
    const place = `${page}:${step.line}`
    const sent = await s.call('POST', `/api/uploads?app-functionality=${step.functionality}`, {
      token,
      ...multipartFile('guide.csv', step.text),
    })
    expect(sent.status, `${place} ${JSON.stringify(sent.body)}`).toBe(201)
    const { id, suggestion } = sent.body.response as { id: number; suggestion: { format: unknown } }
    await s.call('POST', `/api/uploads/${id}/check`, { token, body: { format: suggestion.format } })
    const checked = await settled(id, token)
    expect(checked['counts'], place).toMatchObject(step.counts)
    if (!step.counts['insert'] && !step.counts['update']) return
    await s.call('POST', `/api/uploads/${id}/commit`, { token, body: { only_valid: true } })
    expect((await settled(id, token))['state'], place).toBe('committed')
  }

  async function settled(id: number, token: string): Promise<Record<string, unknown>> {
    for (;;) {
      const upload = (await s.call('GET', `/api/uploads/${id}`, { token })).body.response!
      if (!['staging', 'checking', 'committing'].includes(String(upload['state']))) return upload
      await pause(10)
    }
  }
})

/** The commands that a guide writes, bound as it says: under the name of their file. */
async function commandsIn(folder: string, steps: readonly GuideStep[]): Promise<Record<string, Command>> {
  const files = steps.flatMap((step) =>
    step.kind === 'file' && step.path.startsWith('server/commands/') ? [step.path] : [],
  )
  const bound = files.map(async (path) => {
    const module = (await import(join(folder, path))) as Record<string, Command>
    return [basename(path, '.ts'), Object.values(module)[0]!] as const
  })
  return Object.fromEntries(await Promise.all(bound))
}

/** That `found` holds all that is expected and nothing that may not be there. */
function expectLike(found: unknown, expected: unknown, place: string): void {
  if (expected === absent) return expect(found, place).toBeUndefined()
  if (typeof expected !== 'object' || expected === null) return expect(found, place).toEqual(expected)
  if (Array.isArray(expected)) expect(found, place).toHaveLength(expected.length)
  for (const [name, value] of Object.entries(expected))
    expectLike((found as Record<string, unknown> | undefined)?.[name], value, `${place} at ${name}`)
}
