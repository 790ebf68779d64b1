import type { Running } from '#server/main.ts'

/** What is printed once everything answers. */
export function welcome({ url, signIns }: Running): string {
  return ['', `Tierline is running at ${url}`, ...demoLines(signIns), '', 'Ctrl-C stops it.'].join('\n')
}

/** The accounts of the demo, one a line in columns. */
export function demoLines(signIns: Running['signIns']): string[] {
  if (signIns.length === 0) return []
  const email = Math.max(...signIns.map((one) => one.email.length))
  const password = Math.max(...signIns.map((one) => one.password.length))
  return [
    '',
    'Sign in to the demo as',
    ...signIns.map((one) => `  ${one.email.padEnd(email)}  ${one.password.padEnd(password)}  ${one.role}`),
  ]
}
