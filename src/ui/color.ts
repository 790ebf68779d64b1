export type Rgb = readonly [red: number, green: number, blue: number]

/** Reads '#abc' or '#aabbcc'. */
export function parseHex(hex: string): Rgb {
  const digits = hex.slice(1)
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
}

export const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** The colour between two; `part` of the second. */
export const mix = (a: Rgb, b: Rgb, part: number): Rgb =>
  a.map((value, at) => value + (b[at]! - value) * part) as unknown as Rgb

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of WCAG, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

export const black: Rgb = [0, 0, 0]
export const white: Rgb = [255, 255, 255]

/** Black or white, whichever is easier to read on the colour. */
export const textOn = (background: Rgb): Rgb =>
  contrast(white, background) >= contrast(black, background) ? white : black

/** The colour moved towards black or white until it reaches a contrast on every one of the backgrounds. */
export function readable(color: Rgb, towards: Rgb, backgrounds: readonly Rgb[], least: number): Rgb {
  for (let part = 0; part < 1; part += 0.02) {
    const candidate = mix(color, towards, part)
    if (backgrounds.every((background) => contrast(candidate, background) >= least)) return candidate
  }
  return towards
}
