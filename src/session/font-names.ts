/** The fonts a profile may name; the first is the default. */
export const fonts = ['IBM Plex Serif', 'IBM Plex Sans', 'Inter'] as const
export type FontName = (typeof fonts)[number]

/** The font a profile names, or the default one. */
export const fontOf = (name: string | null | undefined): FontName => fonts.find((font) => font === name) ?? fonts[0]
