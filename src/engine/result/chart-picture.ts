/** The tokens of the theme in a drawing, as the colours they stand for at the moment. */
function withColours(text: string): string {
  const style = getComputedStyle(document.documentElement)
  return text.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim())
}

const margin = 16
const head = 40

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface PictureOptions {
  readonly title: string
  readonly legend: readonly { readonly label: string; readonly colour: string }[]
}

/** A drawing of its own: with title, legend and background, in the colours of the theme. */
function standalone(
  drawing: SVGSVGElement,
  { title, legend }: PictureOptions,
): { text: string; width: number; height: number } {
  const { width, height } = drawing.viewBox.baseVal
  const copy = drawing.cloneNode(true) as SVGSVGElement
  let at = margin
  const entries = legend.map(({ label, colour }) => {
    const x = at
    at += label.length * 7 + 36
    return `<rect x="${x}" y="46" width="10" height="10" rx="2" fill="${colour}"/><text x="${x + 16}" y="55" fill="var(--ink-2)">${escaped(label)}</text>`
  })
  const offset = head + (legend.length > 0 ? 28 : 0)
  const [outer, inner] = [width + margin * 2, height + offset + margin]
  const family = getComputedStyle(document.body).fontFamily.replaceAll('"', "'")
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${outer}" height="${inner}" font-size="12" font-family="${escaped(family)}">
<rect width="${outer}" height="${inner}" fill="var(--panel)"/><text x="${margin}" y="28" font-size="15" font-weight="600" fill="var(--ink-1)">${escaped(title)}</text>
${entries.join('')}<g transform="translate(${margin} ${offset})">${copy.innerHTML}</g></svg>`
  return { text: withColours(text), width: outer, height: inner }
}

const sharpness = 2

/** The chart as a PNG, twice as sharp as on the screen. */
export async function chartPicture(drawing: SVGSVGElement, options: PictureOptions): Promise<Blob> {
  const { text, width, height } = standalone(drawing, options)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * sharpness
  canvas.height = height * sharpness
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures.')
  context.scale(sharpness, sharpness)
  context.drawImage(image, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))), 'image/png')
  })
}
