const longest = 150

// Control characters, and marks that turn the reading direction around: with one, "exe.pdf" is shown for a name that ends in "fdp.exe".
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/** The name of a file without folders and without what a file system or a reader could be fooled by; never empty. */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const text = last
    .replaceAll(invisible, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
  const name = text === '' ? 'file' : reserved.test(text) ? `_${text}` : text
  const characters = [...name]
  if (characters.length <= longest) return name
  const extension = [...extensionOf(name)]
  const end = extension.length > 0 ? ['.', ...extension] : []
  return [...characters.slice(0, longest - end.length), ...end].join('')
}

/** The extension in lower case without its dot; '' without one. */
export const extensionOf = (name: string): string => /\.([\p{L}\p{N}]{1,12})$/u.exec(name)?.[1]?.toLowerCase() ?? ''
