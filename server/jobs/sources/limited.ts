import { AppError } from '../../errors.ts'

/** The bytes as they come; TOO_LARGE as soon as there are more than the limit. */
export async function* limited(
  content: AsyncIterable<Uint8Array>,
  limit: number,
  message: string,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > limit) throw new AppError('TOO_LARGE', { message })
    yield chunk
  }
}
