import { api } from '#src/data/api.ts'
import type { Profile } from '#src/data/bootstrap.ts'
import { type Appearance, change } from './appearance.ts'
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
