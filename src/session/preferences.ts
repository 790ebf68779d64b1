import { api } from '#src/data/api.ts'
import type { Profile } from '#src/data/bootstrap.ts'
import { type Appearance, change } from './appearance.ts'
import { setUserLocale } from '#src/data/user-locale.ts'
import { slices } from './slices.ts'

/** Shows a choice at once and keeps it with the profile, so that it follows the user to other machines. */
export async function chooseAppearance(choice: Partial<Appearance>): Promise<void> {
  change(choice)
  const { mode, density, font } = choice
  const profile = await api.put<Profile>('profile', {
    json: {
      ...(mode === undefined ? {} : { theme_mode: mode }),
      ...(density === undefined ? {} : { density }),
      ...(font === undefined ? {} : { global_font: font }),
    },
    background: true,
  })
  slices.set('profileData', profile)
}

/** Keeps another way of writing numbers and days with the profile, null being that of the browser, and follows it. */
export async function chooseLocale(locale: string | null): Promise<void> {
  const profile = await api.put<Profile>('profile', { json: { locale }, background: true })
  setUserLocale(profile.locale ?? null)
  slices.set('profileData', profile)
}
