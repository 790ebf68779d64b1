/** A file as a field holds it. */
export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly size: number
}

export const isStoredFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'size' in value

/** "12 bytes", "340 kB", "2.4 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Whether a browser shows it as a picture, without running anything in it. */
export const isPicture = ({ type }: StoredFile): boolean => pictures.has(type)

export const filePath = ({ id }: StoredFile): string => `files/${encodeURIComponent(id)}`
