import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { DemoSignIn } from '#server/demo/sign-ins.ts'
import { localKeys, sessionKeys } from '#src/session/storage-keys.ts'

function personOf(role: RegExp): DemoSignIn {
  const person = inject('signIns').find((one) => role.test(one.role))
  if (!person) throw new Error(`The demo has nobody like ${String(role)}`)
  return person
}

/** Signs in as the demo person whose role matches, through the page as a person does. */
export async function signInAs(page: Page, role: RegExp, path = '/login'): Promise<void> {
  const person = personOf(role)
  await page.goto(path)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

interface SignedIn {
  readonly token: string
  readonly refreshToken: string
  readonly user: object
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const answer = await fetch(`${inject('baseUrl')}/api/${path}`, init)
  const { response, message } = (await answer.json()) as { response: T; message?: string }
  if (!answer.ok) throw new Error(`${path}: ${message}`)
  return response
}

/**
 * Begins a session of the demo person whose role matches, with Customer Rebate chosen where the role has several
 * applications, for tests that are not about signing in: what signing in leaves in the tab is put there, and the three
 * pages on the way are not drawn. The page then stands at a picture of the same origin: go to an address next.
 */
export async function enter(page: Page, role: RegExp): Promise<void> {
  const { email, password } = personOf(role)
  const { token, refreshToken, user } = await ask<SignedIn>('login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const profile = await ask<{ authorized_apps: readonly string[] }>('profile', {
    headers: { authorization: `Bearer ${token}` },
  })
  const several = profile.authorized_apps.length > 1
  await page.goto('/favicon.svg')
  await page.evaluate(
    ([local, session]) => {
      for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
      for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
    },
    [
      {
        [localKeys.accessToken]: token,
        [localKeys.refreshToken]: refreshToken,
        [localKeys.userType]: 'own',
        [localKeys.loggedIn]: 'true',
        [localKeys.slices]: JSON.stringify({ loginData: { user, error: null }, profileData: profile }),
        ...(several ? { [localKeys.lastApplication]: 'Customer Rebate' } : {}),
      },
      { [sessionKeys.tab]: '1', ...(several ? { [sessionKeys.application]: 'Customer Rebate' } : {}) },
    ] as [Record<string, string>, Record<string, string>],
  )
}
