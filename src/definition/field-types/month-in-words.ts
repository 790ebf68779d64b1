const formats = new Map<string, Intl.DateTimeFormat>()

/** 2026-03 as the reader writes a month. */
export function monthInWords(month: string, locale: string): string {
  const format =
    formats.get(locale) ?? new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  formats.set(locale, format)
  return format.format(new Date(`${month}-01T00:00:00Z`))
}

/** Whether a text is the name of a month of the calendar, as results name them. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
