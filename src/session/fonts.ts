import { logWarning } from '#src/data/log.ts'

/** The fonts a profile may name; the first is the default. */
export const fonts = ['IBM Plex Serif', 'IBM Plex Sans', 'Inter'] as const
export type FontName = (typeof fonts)[number]

const stacks: Record<FontName, string> = {
  'IBM Plex Serif': "'IBM Plex Serif', 'Source Serif 4', Georgia, sans-serif",
  'IBM Plex Sans': "'IBM Plex Sans', system-ui, sans-serif",
  Inter: "'Inter Variable', system-ui, sans-serif",
}

const families: Record<FontName, string> = {
  'IBM Plex Serif': 'IBM Plex Serif',
  'IBM Plex Sans': 'IBM Plex Sans',
  Inter: 'Inter Variable',
}

// Each is a style sheet of its own; the browser fetches only the files whose letters a page shows.
const sheets: Record<FontName, () => Promise<unknown>> = {
  'IBM Plex Serif': () => import('./fonts/ibm-plex-serif.ts'),
  'IBM Plex Sans': () => import('./fonts/ibm-plex-sans.ts'),
  Inter: () => import('./fonts/inter.ts'),
}

/** The font a profile names, or the default one. */
export const fontOf = (name: string | null | undefined): FontName => fonts.find((font) => font === name) ?? fonts[0]

/** The families to draw with: the font before those that stand in for it, or these alone while it is not loaded. */
export const fontStack = (font: FontName, loaded = true): string =>
  loaded ? stacks[font] : stacks[font].slice(stacks[font].indexOf(',') + 2)

const weights = ['400', '500', '600']

/**
 * Loads a font that is shipped with the product, in every weight that is drawn; a failure is logged and what stands in
 * for it stays, nobody is told.
 */
export async function loadFont(font: FontName, load: () => Promise<unknown> = sheets[font]): Promise<void> {
  try {
    await load()
    await Promise.all(weights.map((weight) => document.fonts?.load(`${weight} 13px "${families[font]}"`)))
  } catch (error) {
    logWarning(`The font ${font} could not be loaded`, error)
  }
}
