import { useSyncExternalStore } from 'react'
import { allWeights, type FontName, fontOf, fontStack, loadFont } from './fonts.ts'
import { type Mode, type ThemeProfile, themeOf, themeVariables } from './theme.ts'

export type ModeChoice = 'system' | Mode
export type Density = 'compact' | 'comfortable' | 'roomy'

/** How the product looks for this user: colours and font from the profile, mode and density by choice. */
export interface Appearance {
  readonly mode: ModeChoice
  readonly density: Density
  readonly font: FontName
}

export interface AppearanceProfile extends ThemeProfile {
  readonly global_font?: string | null
  readonly theme_mode?: string | null
  readonly density?: string | null
}

const modes: readonly ModeChoice[] = ['system', 'light', 'dark']
const densities: readonly Density[] = ['compact', 'comfortable', 'roomy']

let profile: AppearanceProfile = {}
let current: Appearance = appearanceOf(profile)
const listeners = new Set<() => void>()

/** Reads the choices out of a profile; what it does not say is the default. */
export function appearanceOf({ theme_mode, density, global_font }: AppearanceProfile): Appearance {
  return {
    mode: modes.find((mode) => mode === theme_mode) ?? 'system',
    density: densities.find((name) => name === density) ?? 'comfortable',
    font: fontOf(global_font),
  }
}

const systemIsDark = (): boolean => window.matchMedia('(prefers-color-scheme: dark)').matches

export const effectiveMode = ({ mode }: Appearance): Mode =>
  mode === 'system' ? (systemIsDark() ? 'dark' : 'light') : mode

function paint(): void {
  const root = document.documentElement
  const mode = effectiveMode(current)
  root.dataset.theme = mode
  root.dataset.density = current.density
  root.style.setProperty('--font', fontStack(current.font))
  for (const [name, value] of Object.entries(themeVariables(themeOf(profile), mode)))
    root.style.setProperty(name, value)
}

/** Over when the font can be drawn in every weight, or could not be loaded. */
export const fontLoaded = (): Promise<void> => loadFont(current.font, undefined, allWeights)

/** Shows a profile's colours, font, mode and density at once; the font follows when it is loaded. */
export function applyProfile(next: AppearanceProfile): void {
  profile = next
  change(appearanceOf(next))
}

/** Shows a choice at once, before it is saved. */
export function change(choice: Partial<Appearance>): void {
  current = { ...current, ...choice }
  paint()
  void loadFont(current.font)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAppearance = (): Appearance => useSyncExternalStore(subscribe, () => current)

/** Follows the system while the user leaves the mode to it. */
export function followSystem(): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', paint)
  return () => system.removeEventListener('change', paint)
}
