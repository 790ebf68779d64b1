/** The text of the specification for a failure that brings no words of its own; apart, since browsers need no other of them. */
export const genericErrorMessage = 'Something has gone wrong. Please try again later!'
