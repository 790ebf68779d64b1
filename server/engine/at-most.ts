import type { Readable } from 'node:stream'

/** What a stream holds, or null once it holds more than so many bytes: the rest is not read then. */
export async function atMost(stream: Readable, bytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const part = Buffer.from(chunk as Uint8Array)
    length += part.length
    // Leaving the loop destroys the stream, and with it what fills it.
    if (length > bytes) return null
    chunks.push(part)
  }
  return Buffer.concat(chunks)
}
