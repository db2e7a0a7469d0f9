import { create } from 'zustand'

/** The overlay that is open: the palette, the list of keys, the camera, or none. */
export const usePalette = create<{ shown: 'palette' | 'keys' | 'scan' | null }>()(() => ({ shown: null }))

export const openPalette = () => usePalette.setState({ shown: 'palette' })
export const openKeys = () => usePalette.setState({ shown: 'keys' })
export const openScan = () => usePalette.setState({ shown: 'scan' })
export const closePalette = () => usePalette.setState({ shown: null })
