import { create } from 'zustand'

/** What lies over the page: the palette, the list of keys, or nothing. */
export const usePalette = create<{ shown: 'palette' | 'keys' | null }>()(() => ({ shown: null }))

export const openPalette = () => usePalette.setState({ shown: 'palette' })
export const openKeys = () => usePalette.setState({ shown: 'keys' })
export const closePalette = () => usePalette.setState({ shown: null })
