import { cleanup, configure } from '@testing-library/react'
import { afterAll } from 'vitest'

// Files share a document: what one has drawn last is not there for the next.
afterAll(cleanup)

// Without a browser tables and forms are slow to draw: what else runs on the machine must not decide.
configure({ asyncUtilTimeout: 25_000 })

/** jsdom lacks what antd and the shell ask of a browser. */
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// It plays no animation either: while antd believes that one is about to begin, it draws nothing new in what opens.
const styles = Object.getPrototypeOf(document.documentElement.style) as object
for (const name of ['transition', 'WebkitTransition']) Reflect.deleteProperty(styles, name)

globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver
window.matchMedia ??= (media: string) =>
  ({
    media,
    matches: false,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList
window.scrollTo = () => {}
Element.prototype.scrollTo ??= () => {}
HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}
