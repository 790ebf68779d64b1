import type { Running } from '#server/main.ts'

/** What is printed once everything answers. */
export function welcome({ url, signIns }: Running): string {
  const lines = ['', `Tierline is running at ${url}`]
  if (signIns.length > 0) {
    const width = Math.max(...signIns.map(({ email }) => email.length))
    const secret = Math.max(...signIns.map(({ password }) => password.length))
    lines.push('', 'Sign in to the demo as')
    for (const { email, password, role } of signIns) lines.push(`  ${email.padEnd(width)}  ${password.padEnd(secret)}  ${role}`)
  }
  return [...lines, '', 'Ctrl-C stops it.'].join('\n')
}
