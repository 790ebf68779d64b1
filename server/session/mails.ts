import type { Mail } from './mailer.ts'

interface Occasion {
  to: string
  name: string
  organization: string
  link: string
}

const greeting = (name: string) => `Hello ${name},`
const paragraphs = (...parts: string[]) => `${parts.join('\n\n')}\n`

export function resetMail({ to, name, link }: Occasion): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: paragraphs(
      greeting(name),
      'somebody asked to reset the password of this address. Choose a new one here:',
      link,
      'The link works once, for one hour. If it was not you, ignore this mail: nothing has changed.',
    ),
  }
}

export function administratorResetMail({ to, name, organization, link }: Occasion): Mail {
  return {
    to,
    subject: 'Choose a new password',
    text: paragraphs(
      greeting(name),
      `an administrator of ${organization} sends you this link to choose a new password:`,
      link,
      'The link works once, for one hour. Your present password works until then.',
    ),
  }
}

export function inviteMail({ to, name, organization, link }: Occasion): Mail {
  return {
    to,
    subject: `Your access to ${organization}`,
    text: paragraphs(
      greeting(name),
      `you have been given access to ${organization}. Confirm this address and choose your password here:`,
      link,
      'The link works once, for seven days.',
    ),
  }
}

export function verifyMail({ to, name, organization, link }: Occasion): Mail {
  return {
    to,
    subject: 'Confirm your email address',
    text: paragraphs(
      greeting(name),
      `confirm that this address is yours to sign in to ${organization}:`,
      link,
      'The link works once, for seven days.',
    ),
  }
}

export function passwordChangedMail({ to, name }: Omit<Occasion, 'link' | 'organization'>): Mail {
  return {
    to,
    subject: 'Your password was changed',
    text: paragraphs(
      greeting(name),
      'the password of your account was changed and every session was ended. If it was not you, ask your administrator at once.',
    ),
  }
}
