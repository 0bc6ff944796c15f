import type { GalleyBridge } from '../../../common/bridge'

declare global {
  interface Window {
    readonly galley?: GalleyBridge
  }
}

/** The desktop around this window; null in a browser. */
export function desktop(): GalleyBridge | null {
  return window.galley ?? null
}

export function isMac(): boolean {
  return window.galley ? window.galley.platform === 'darwin' : /mac/i.test(navigator.platform)
}
