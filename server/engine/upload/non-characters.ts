// U+FFFE and U+FFFF, which are no characters and which no XML may hold, as UTF-8.
const nonCharacters = ['\ufffe', '\uffff'].map((text) => Buffer.from(text))

/** Whether bytes of UTF-8 hold what no field takes although it is no control character. */
export const holdsNonCharacter = (bytes: Buffer): boolean => nonCharacters.some((one) => bytes.includes(one))
