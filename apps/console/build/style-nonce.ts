import type { Plugin } from 'vite'

const NONCE = `{ csp: { nonce: document.querySelector('meta[name="csp-nonce"]')?.content } }`

/** Places where the base of antd writes a style element and forgets the nonce; the content policy would block them. */
const PLACES = [
  { module: /@rc-component[\\/]util[\\/]es[\\/]getScrollBarSize\.js$/, call: '`, randomId);', name: 'randomId' },
  { module: /@rc-component[\\/]portal[\\/]es[\\/]useScrollLocker\.js$/, call: '`, id);', name: 'id' },
] as const

/** Hands those style elements the nonce of the page (SEC-8). Fails the build when the library changed. */
export function styleNonce(): Plugin {
  return {
    name: 'style-nonce',
    transform(code, id) {
      const place = PLACES.find(({ module }) => module.test(id))
      if (!place) return null
      if (!code.includes(place.call)) this.error(`${id} changed: look at build/style-nonce.ts again`)
      return { code: code.replace(place.call, `\`, ${place.name}, ${NONCE});`), map: null }
    },
  }
}
