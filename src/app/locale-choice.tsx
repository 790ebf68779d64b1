import { writtenLocales } from '#src/definition/written-locales.ts'
import { errorMessage } from '#src/data/api-error.ts'
import { browserLocale } from '#src/data/user-locale.ts'
import { chooseLocale } from '#src/session/preferences.ts'
import { useSlice } from '#src/session/slices.ts'
import { notify } from '#src/ui/notify.ts'
import { Select } from '#src/ui/select.tsx'
import { formatWords } from '#src/widgets/format-words.ts'

// The words of the product are English, whoever's numbers one reads.
const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

/** Whose way of writing numbers and days is followed everywhere, each with an example. */
export function LocaleChoice() {
  const chosen = useSlice('profileData')?.locale ?? ''
  return (
    <Select
      aria-label="Number and date format"
      value={chosen}
      options={[
        { value: '', label: `As the browser: ${formatWords(browserLocale())}` },
        ...writtenLocales
          .map((value) => ({ value, label: `${names.of(value) ?? value}: ${formatWords(value)}` }))
          .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
      ]}
      onChange={(event) => {
        chooseLocale(event.target.value || null).catch((error: unknown) => notify.error(errorMessage(error)))
      }}
    />
  )
}
