interface Pace {
  /** Lines done while one looked on, in so many milliseconds; lines that are left. */
  readonly done: number
  readonly passed: number
  readonly left: number
}

const soon = 1_500

/** "About 20 seconds left"; nothing while nobody can know. */
export function remainingWords({ done, passed, left }: Pace): string {
  if (done <= 0 || left <= 0 || passed < soon) return ''
  const seconds = (left / done) * (passed / 1_000)
  if (seconds < 5) return 'A few seconds left'
  if (seconds < 90) return `About ${Math.ceil(seconds / 10) * 10} seconds left`
  return `About ${Math.round(seconds / 60)} minutes left`
}
