import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let decoy: Promise<string> | undefined

/** Hash a password with argon2id; the answer carries its own parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Whether the password belongs to the hash; an absent hash costs the same time and answers false. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  if (stored) return verify(stored, password)
  decoy ??= hashPassword('the password of nobody at all')
  await verify(await decoy, password)
  return false
}
