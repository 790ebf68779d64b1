/** Width and height of a JPEG in px; null for anything else. */
export function jpegSize(data: Buffer): { readonly width: number; readonly height: number } | null {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xff_d8) return null
  let at = 2
  while (at + 9 < data.length) {
    const marker = data.readUInt16BE(at)
    if (marker < 0xff_c0) return null
    // Frames that PDF readers take: baseline, extended and progressive.
    if (marker >= 0xff_c0 && marker <= 0xff_c2) {
      const [height, width] = [data.readUInt16BE(at + 5), data.readUInt16BE(at + 7)]
      return width > 0 && height > 0 ? { width, height } : null
    }
    at += 2 + data.readUInt16BE(at + 2)
  }
  return null
}
