// Countries and territories whose account numbers belong to the Single Euro Payments Area, as the European Payments Council lists them.
const countries: ReadonlySet<string> = new Set(
  `AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA`.split(
    ' ',
  ),
)

/** Whether an account can be paid by the scheme of the euro payment area. */
export const isInSepa = (iban: string): boolean => countries.has(iban.trim().slice(0, 2).toUpperCase())
