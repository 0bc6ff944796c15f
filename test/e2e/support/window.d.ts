import type { GalleyBridge } from '../../../src/common/bridge'

declare global {
  interface Window {
    readonly galley?: GalleyBridge
  }
}
