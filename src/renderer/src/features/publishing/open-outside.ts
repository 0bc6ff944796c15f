import { desktop } from '../../workbench/bridge'

/**
 * Opens something published in the system's browser, or in a new tab of this one.
 * @param address whole, for a new tab
 * @param path from the service's origin, for the app, which knows that itself
 */
export function openOutside(address: string, path: string): void {
  const bridge = desktop()
  if (bridge) void bridge.call('openPublished', path)
  else window.open(address, '_blank', 'noopener')
}
