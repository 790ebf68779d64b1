type Picture = () => Promise<Blob>

let shown: Picture | null = null

/** The chart in view offers itself as a picture; the answer takes the offer back. */
export function offerChart(picture: Picture): () => void {
  shown = picture
  return () => {
    if (shown === picture) shown = null
  }
}

/** The chart in view as a data address; null without one. */
export async function shownChart(): Promise<string | null> {
  if (!shown) return null
  const blob = await shown()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read.')))
    reader.readAsDataURL(blob)
  })
}
