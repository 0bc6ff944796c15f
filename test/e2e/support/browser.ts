import { chromium, type Browser } from 'playwright-core'
import { chromiumProgram, sandboxArguments } from './capabilities'

/** A headless Chromium that asks nothing of the network by itself. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    args: [
      ...sandboxArguments,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync'
    ]
  })
}
