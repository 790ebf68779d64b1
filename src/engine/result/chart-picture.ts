/** The tokens of the theme in a drawing, as the colours they stand for: those in view, or those of light, which is paper. */
function withColours(text: string, onPaper: boolean): string {
  const { documentElement: root } = document
  const { theme } = root.dataset
  if (onPaper) root.dataset['theme'] = 'light'
  const style = getComputedStyle(root)
  const coloured = text.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim())
  // Nothing is painted in between.
  if (onPaper && theme !== undefined) root.dataset['theme'] = theme
  return coloured
}

const margin = 16
const head = 40

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export interface PictureOptions {
  /** A JPEG in the colours of paper, for a PDF, which has its own title; a PNG in those in view otherwise. */
  readonly onPaper: boolean
  readonly title: string
  readonly legend: readonly { readonly label: string; readonly colour: string }[]
}

/** A drawing of its own: with title, legend and background, in the colours of the theme. */
function standalone(
  drawing: SVGSVGElement,
  { title, legend, onPaper }: PictureOptions,
): { text: string; width: number; height: number } {
  const { width, height } = drawing.viewBox.baseVal
  const copy = drawing.cloneNode(true) as SVGSVGElement
  let [at, row] = [margin, 0]
  const entries = legend.map(({ label, colour }) => {
    const room = label.length * 7 + 36
    if (at > margin && at + room > width) [at, row] = [margin, row + 1]
    const [x, y] = [at, 46 + row * 20]
    at += room
    return `<rect x="${x}" y="${y}" width="10" height="10" rx="2" fill="${colour}"/><text x="${x + 16}" y="${y + 9}" fill="var(--ink-2)">${escaped(label)}</text>`
  })
  const offset = head + (legend.length > 0 ? 28 + row * 20 : 0)
  const [outer, inner] = [width + margin * 2, height + offset + margin]
  const family = getComputedStyle(document.body).fontFamily.replaceAll('"', "'")
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${outer}" height="${inner}" font-size="12" font-family="${escaped(family)}">
<rect width="${outer}" height="${inner}" fill="var(--panel)"/><text x="${margin}" y="28" font-size="15" font-weight="600" fill="var(--ink-1)">${escaped(title)}</text>
${entries.join('')}<g transform="translate(${margin} ${offset})">${copy.innerHTML}</g></svg>`
  return { text: withColours(text, onPaper), width: outer, height: inner }
}

/** The chart as a picture, sharper than on the screen: a PNG as it is in view, or a JPEG for paper. */
export async function chartPicture(drawing: SVGSVGElement, options: PictureOptions): Promise<Blob> {
  const { text, width, height } = standalone(drawing, options)
  const sharpness = options.onPaper ? 3 : 2
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
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.')))
    if (options.onPaper) canvas.toBlob(take, 'image/jpeg', 0.92)
    else canvas.toBlob(take, 'image/png')
  })
}
