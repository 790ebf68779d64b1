import { applicationTypes } from '#src/definition/applications.ts'
import { black, contrast, mix, parseHex, readable, type Rgb, textOn, toHex, white } from '#src/ui/color.ts'

export const defaultColor = '#1976d2'
export const promotionsColor = '#FFC400'
export const fallbackColor = '#445AC7'

/** The fields of a profile that decide how the product looks. */
export interface ThemeProfile {
  readonly app_types?: readonly string[] | null
  readonly color_theme?: string | null
  readonly global_color?: string | null
}

export interface Theme {
  readonly accent: string
  readonly navigation: string
}

/** A colour is used when it is a hex value of 3 or 6 digits; any other value becomes the fallback, none the default. */
export function usableColor(color: string | null | undefined): string {
  if (color === null || color === undefined || color === '') return defaultColor
  return /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : fallbackColor
}

/** Promotions and none of the other eight application types. */
export const isPromotionsOnly = (types: readonly string[]): boolean =>
  types.includes('Promotions') && !applicationTypes.some((type) => type !== 'Promotions' && types.includes(type))

export function themeOf(profile: ThemeProfile): Theme {
  if (isPromotionsOnly(profile.app_types ?? [])) return { accent: promotionsColor, navigation: promotionsColor }
  return { accent: usableColor(profile.color_theme), navigation: usableColor(profile.global_color) }
}

export type Mode = 'light' | 'dark'

const surfaces: Record<Mode, { readonly panel: Rgb; readonly background: Rgb; readonly hover: Rgb }> = {
  light: { panel: parseHex('#ffffff'), background: parseHex('#f5f6f8'), hover: parseHex('#f0f2f5') },
  dark: { panel: parseHex('#151b25'), background: parseHex('#0d1118'), hover: parseHex('#1c2431') },
}

interface Shades {
  readonly fill: Rgb
  readonly hover: Rgb
  readonly ink: Rgb
  readonly soft: Rgb
  readonly on: Rgb
}

/** The shades of one colour: a fill that stands out from a panel, with its text, an ink that can be read on every surface, a soft background. */
function shadesOf(color: string, mode: Mode): Shades {
  const base = parseHex(color)
  const { panel, background, hover } = surfaces[mode]
  const away = mode === 'light' ? black : white
  const fill = readable(base, away, [panel], mode === 'light' ? 3 : 6)
  const soft = mix(panel, base, mode === 'light' ? 0.1 : 0.26)
  const on = textOn(fill)
  // The hover shade moves away from its text, so that the text stays as easy to read.
  const hovered = mix(fill, on === white ? black : white, 0.12)
  return {
    fill,
    soft,
    on,
    hover: contrast(hovered, on) >= 4.5 ? hovered : fill,
    ink: readable(base, away, [panel, background, hover, soft], mode === 'light' ? 4.7 : 6),
  }
}

/** The CSS variables of a theme in one mode. */
export function themeVariables({ accent, navigation }: Theme, mode: Mode): Record<string, string> {
  const main = shadesOf(accent, mode)
  const nav = shadesOf(navigation, mode)
  const colors = {
    '--accent': main.fill,
    '--accent-hover': main.hover,
    '--accent-ink': main.ink,
    '--accent-soft': main.soft,
    '--on-accent': main.on,
    '--nav': nav.fill,
    '--nav-ink': nav.ink,
    '--nav-soft': nav.soft,
    '--on-nav': nav.on,
  }
  return Object.fromEntries(Object.entries(colors).map(([name, rgb]) => [name, toHex(rgb)]))
}
