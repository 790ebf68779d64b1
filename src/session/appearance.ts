import { useSyncExternalStore } from 'react'
import { setUserLocale } from '#src/data/user-locale.ts'
import { type FontName, fontOf } from './font-names.ts'
import { fontStack, loadFont } from './fonts.ts'
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
  readonly locale?: string | null
}

const modes: readonly ModeChoice[] = ['system', 'light', 'dark']
const densities: readonly Density[] = ['compact', 'comfortable', 'roomy']

let profile: AppearanceProfile = {}
let current: Appearance = appearanceOf(profile)
/** The font that is loaded and drawn with. */
let drawn: FontName | null = null
/** Something is in sight in another font, which this one would move. */
let held = false
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

/** The theme and mode that the colours on the page are of. */
let painted = ''

function paint(): void {
  const root = document.documentElement
  const mode = effectiveMode(current)
  root.dataset.theme = mode
  root.dataset.density = current.density
  root.style.setProperty('--font', fontStack(current.font, drawn === current.font))
  const theme = themeOf(profile)
  const wanted = JSON.stringify([theme, mode])
  // Shades are found by trying; while a page starts it is painted several times alike.
  if (wanted === painted) return
  painted = wanted
  for (const [name, value] of Object.entries(themeVariables(theme, mode))) root.style.setProperty(name, value)
}

/** Draws with the font as soon as it is loaded; while it is held back, with the next screen. */
async function followFont(): Promise<void> {
  const { font } = current
  if (drawn === font) return
  await loadFont(font)
  if (held || current.font !== font) return
  drawn = font
  paint()
}

/**
 * Waits for the font before a screen is drawn, at most `patience` ms. One that comes later is drawn with the next
 * screen: nothing moves under the hand of who has begun to read.
 */
export async function settleFont(patience: number): Promise<void> {
  held = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const overdue = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([followFont(), overdue])
  clearTimeout(timer)
  held = drawn !== current.font
}

/** Shows a profile's colours, mode, density and ways of writing at once; the font follows when it is loaded. */
export function applyProfile(next: AppearanceProfile): void {
  profile = next
  setUserLocale(next.locale ?? null)
  show(appearanceOf(next))
}

/** Shows a choice at once, before it is saved. */
export function change(choice: Partial<Appearance>): void {
  held = false
  show(choice)
}

function show(choice: Partial<Appearance>): void {
  current = { ...current, ...choice }
  paint()
  void followFont()
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
