/** An account number without blanks, in capitals. */
export const plainIban = (iban: string): string => iban.replaceAll(/\s/g, '').toUpperCase()

/** Whether an international account number has its form and its check digits (ISO 13616, modulo 97). */
export function isIban(iban: string): boolean {
  const plain = plainIban(iban)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false
  const digits = `${plain.slice(4)}${plain.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}
