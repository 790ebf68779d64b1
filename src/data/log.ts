/** For what a user need not know and a developer should: goes to the console, nowhere else. */
export function logWarning(message: string, cause: unknown): void {
  console.warn(message, cause)
}
