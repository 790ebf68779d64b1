// What is used of a library that says nothing about its types.
declare module 'fontkit' {
  export interface PathCommand {
    readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    readonly args: readonly number[]
  }
  export interface Glyph {
    readonly id: number
    readonly advanceWidth: number
    readonly path: { readonly commands: readonly PathCommand[] }
  }
  export interface Font {
    readonly unitsPerEm: number
    glyphForCodePoint(code: number): Glyph
  }
  export function create(file: Uint8Array): Font
}
