import { expect, test } from 'vitest'
import { hasGraphicsCard } from './graphics-card.ts'

const RENDERER = 7937
const UNMASKED = 37446

function canvasOf(names: Record<number, string>, isTold = true) {
  const gl = {
    RENDERER,
    getExtension: () => (isTold ? { UNMASKED_RENDERER_WEBGL: UNMASKED } : null),
    getParameter: (name: number) => names[name] ?? null,
  }
  return { getContext: () => gl } as unknown as HTMLCanvasElement
}

test.each([
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  'llvmpipe (LLVM 17.0.6, 256 bits)',
  'ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'Apple Software Renderer',
])('%s is no graphics card', (name) => {
  expect(hasGraphicsCard(canvasOf({ [UNMASKED]: name, [RENDERER]: 'WebKit WebGL' }))).toBe(false)
  expect(hasGraphicsCard(canvasOf({ [RENDERER]: name }, false))).toBe(false)
})

test('a card is one, and what hides its name counts as one', () => {
  const intel = 'ANGLE (Intel, Intel(R) UHD Graphics 620 Direct3D11 vs_5_0 ps_5_0, D3D11)'
  expect(hasGraphicsCard(canvasOf({ [UNMASKED]: intel }))).toBe(true)
  expect(hasGraphicsCard(canvasOf({ [RENDERER]: 'WebKit WebGL' }, false))).toBe(true)
  expect(hasGraphicsCard({ getContext: () => null })).toBe(true)
})
