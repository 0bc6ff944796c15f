import { chromium, type Browser } from 'playwright-core'
import { chromiumProgram, sandboxArguments } from './capabilities'

/** A headless Chromium that asks nothing of the network by itself. @param switches further ones of the browser */
export function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    args: [
      ...sandboxArguments,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...switches
    ]
  })
}
