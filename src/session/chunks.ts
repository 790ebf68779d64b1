/** How long a part of the program may take to load, in ms. */
export const chunkTimeout = 120_000

/** A part of the program that could not be loaded: the network is away, or a new version took its place. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

const isStyle = (error: unknown): boolean => error instanceof Error && /css/i.test(error.message)

/** Loads a part of the program; throws ChunkLoadError when that fails or takes longer than `chunkTimeout`. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('Loading chunk failed', { cause: 'time-out' })), chunkTimeout)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    if (cause instanceof ChunkLoadError) throw cause
    throw new ChunkLoadError(isStyle(cause) ? 'Loading CSS chunk failed' : 'Loading chunk failed', { cause })
  } finally {
    clearTimeout(timer)
  }
}
