import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import sans400 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2?url'
import sans500 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff2?url'
import sans600 from '@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2?url'
import serif400 from '@fontsource/ibm-plex-serif/files/ibm-plex-serif-latin-400-normal.woff2?url'
import serif500 from '@fontsource/ibm-plex-serif/files/ibm-plex-serif-latin-500-normal.woff2?url'
import serif600 from '@fontsource/ibm-plex-serif/files/ibm-plex-serif-latin-600-normal.woff2?url'
import { type FontName, fontOf } from '#src/session/font-names.ts'

// The files that the style sheet names for the letters of every screen (src/session/fonts.ts); the build checks it.
const files: Record<FontName, readonly string[]> = {
  'IBM Plex Serif': [serif400, serif500, serif600],
  'IBM Plex Sans': [sans400, sans500, sans600],
  Inter: [inter],
}

/** Fetches what the first screen is drawn with, before anything has been found out that asks for it. */
export function preloadFont(name: string | null | undefined): void {
  for (const href of files[fontOf(name)])
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        crossOrigin: 'anonymous',
        href,
      }),
    )
}
