/** What is wrong with an EDI file, in words, at a segment counted from 1. */
export interface X12Problem {
  readonly segment: number
  readonly message: string
}

/** An EDI file that cannot be taken; its message names the first segments that are wrong. */
export class X12Error extends Error {
  readonly problems: readonly X12Problem[]

  constructor(problems: readonly X12Problem[]) {
    const told = problems
      .slice(0, 20)
      .map(({ segment, message }) => (segment > 0 ? `Segment ${segment}: ${message}` : message))
    if (problems.length > told.length) told.push(`${problems.length} problems in all`)
    super(told.join('\n'))
    this.problems = problems
  }
}
