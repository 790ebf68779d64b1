const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** A size as people say it: "3.4 MB". */
export function fileSize(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1]
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`
}
