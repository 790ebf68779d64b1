/** The locale numbers and dates are written in: the browser's. */
export const userLocale = (): string => (typeof navigator === 'undefined' ? 'en' : navigator.language || 'en')
