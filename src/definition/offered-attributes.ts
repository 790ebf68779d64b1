import type { Choice, Field } from './field.ts'
import type { Screen } from './screen.ts'

/** How a choice names a field of another screen. */
export const attributeValue = (screen: string, field: string): string => `${screen}.${field}`

const isAttribute = ({ layers = [] }: Field): boolean => layers.some(({ property }) => property === 'attribute')

/** Behind the choices that name fields of the same screen; at the end where there are none. */
function withChoices(choices: readonly Choice[], screen: Screen): readonly Choice[] {
  const known = new Set(choices.map(({ value }) => value))
  const added = screen.fields
    .filter((field) => isAttribute(field) && !known.has(attributeValue(screen.name, field.name)))
    .map((field) => ({ value: attributeValue(screen.name, field.name), label: `${screen.label}: ${field.label}` }))
  const last = choices.findLastIndex(({ value }) => value.startsWith(attributeValue(screen.name, '')))
  return last < 0 ? [...choices, ...added] : choices.toSpliced(last + 1, 0, ...added)
}

function offeringField(field: Field, screens: ReadonlyMap<string, Screen>): Field {
  const { attributesOf = [], choices = [], fields } = field
  const sources = attributesOf.flatMap((name) => screens.get(name) ?? [])
  const chosen = sources.reduce(withChoices, choices)
  const inner = fields?.map((one) => offeringField(one, screens))
  const isSame = chosen.length === choices.length && (inner ?? []).every((one, at) => one === fields![at])
  if (isSame) return field
  return { ...field, ...(field.choices ? { choices: chosen } : {}), ...(inner ? { fields: inner } : {}) }
}

/**
 * The screens, with the attributes of others among the choices of fields that offer them (`attributesOf`). `attributed` gives a screen with
 * the attributes of the organisation as fields. Pure; the same array where there is nothing to offer.
 */
export function offeringAttributes(
  screens: readonly Screen[],
  attributed: (screen: Screen) => Screen,
): readonly Screen[] {
  const sources = new Map(
    screens.flatMap((screen) => {
      const made = attributed(screen)
      return made === screen ? [] : [[screen.name, made] as const]
    }),
  )
  if (sources.size === 0) return screens
  const offering = screens.map((screen) => {
    const fields = screen.fields.map((field) => offeringField(field, sources))
    return fields.every((field, at) => field === screen.fields[at]) ? screen : { ...screen, fields }
  })
  return offering.every((screen, at) => screen === screens[at]) ? screens : offering
}
