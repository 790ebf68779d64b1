import { logWarning } from '#src/data/log.ts'
import type { FontName } from './font-names.ts'

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

/** The families to draw with: the font before those that stand in for it, or these alone while it is not loaded. */
export const fontStack = (font: FontName, loaded = true): string =>
  loaded ? stacks[font] : stacks[font].slice(stacks[font].indexOf(',') + 2)

const weights = ['400', '500', '600']

const fetched = (font: FontName): Promise<unknown> =>
  Promise.all(weights.map((weight) => document.fonts?.load(`${weight} 13px "${families[font]}"`)))

/**
 * Loads a font that is shipped with the product, in every weight that is drawn; a failure is logged and what stands in
 * for it stays, nobody is told.
 */
export async function loadFont(font: FontName, load: (font: FontName) => Promise<unknown> = fetched): Promise<void> {
  try {
    await load(font)
  } catch (error) {
    logWarning(`The font ${font} could not be loaded`, error)
  }
}
