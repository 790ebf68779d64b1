/** Words with dashes and underscores as a sentence begins: "net-value" is "Net value". */
export const sentence = (value: string): string => {
  const words = value.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "billing_doc_number" and "validFrom" as people write them: "Billing doc number", "Valid from". */
export const labelOf = (name: string): string =>
  sentence(name.replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`))
