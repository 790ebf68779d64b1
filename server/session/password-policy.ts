import type { Issue } from '../errors.ts'
import { commonStems } from './common-passwords.ts'

export const minimumPasswordLength = 12
// argon2 takes any length; the bound keeps a megabyte of text from being hashed on request.
const maximumPasswordLength = 200

const substitutions: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const lettersOf = (text: string) => text.replace(/[^a-z]/g, '')
const unleeted = (text: string) => text.replace(/[0134579@$!]/g, (sign) => substitutions[sign] ?? sign)

function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  // Digits at either end are an addition, digits within stand for letters.
  const core = lower.replaceAll(/^[^a-z@$!]+|[^a-z]+$/g, '')
  // A sign stands for a letter in one password and between two words in another.
  const readings = [lower, core].flatMap((text) => [text, text.replaceAll('!', ''), text.replaceAll(/[^a-z0-9]/g, '')])
  const candidates = new Set([lettersOf(lower), ...readings.map((text) => lettersOf(unleeted(text)))])
  return [...candidates].some((letters) => commonStems.some((stem) => letters === stem || isRepetition(letters, stem)))
}

function isRepetition(text: string, stem: string): boolean {
  return text.length > stem.length && stem.repeat(Math.ceil(text.length / stem.length)).startsWith(text)
}

function isRun(password: string): boolean {
  const steps = [...password].slice(1).map((sign, at) => (sign.codePointAt(0) ?? 0) - (password.codePointAt(at) ?? 0))
  return steps.filter((step) => Math.abs(step) <= 1).length >= password.length - 3
}

/** Everything that is wrong with a new password, one issue a rule, each at `field`; empty when it may be used. */
export function passwordIssues(password: string, email: string, field = 'new_password'): Issue[] {
  const issues: Issue[] = []
  const add = (code: string, message: string) => issues.push({ path: [field], code, message })
  const lower = password.toLowerCase()
  const mailbox = email.toLowerCase().split('@')[0] ?? ''
  if (password.length < minimumPasswordLength) add('too_short', `Use at least ${minimumPasswordLength} characters.`)
  if (password.length > maximumPasswordLength) add('too_long', `Use at most ${maximumPasswordLength} characters.`)
  if (
    email &&
    (lower.includes(email.toLowerCase()) || (mailbox.length >= 4 && lettersOf(lower) === lettersOf(mailbox)))
  )
    add('contains_email', 'The password may not be your email address.')
  if (new Set(lower).size < 5 || isRun(lower)) add('too_simple', 'Use more different characters.')
  else if (isCommon(password)) add('too_common', 'This password is on lists of common passwords. Choose another one.')
  return issues
}
