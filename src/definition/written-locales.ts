/**
 * Whose numbers and days people can choose to read and write, whatever their browser is set to; what is shown in one of them is
 * read in it as well (src/widgets/written-locales.test.ts).
 */
export const writtenLocales = [
  'en-GB',
  'en-US',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'pl-PL',
  'cs-CZ',
  'da-DK',
  'sv-SE',
  'ja-JP',
] as const
