/** What programs call themselves that draw in the place of a graphics card. */
const BY_PROCESSOR = /swiftshader|llvmpipe|softpipe|swrast|software|basic render/i

/** The name of what draws the canvas, as far as the browser tells it. */
function rendererOf(gl: WebGL2RenderingContext): string {
  const told = gl.getExtension('WEBGL_debug_renderer_info')
  return String(gl.getParameter(told ? told.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
}

/** Whether a graphics card draws this canvas; a browser that hides the name counts as one that has it. */
export function hasGraphicsCard(canvas: Pick<HTMLCanvasElement, 'getContext'>): boolean {
  const gl = canvas.getContext('webgl2')
  return gl === null || !BY_PROCESSOR.test(rendererOf(gl))
}
