import type { ConsoleMessage, Page } from 'playwright-core'

/** What windows complained of, and how often a test itself has asked for what was refused, by the path of its address. */
interface Told {
  readonly complaints: string[]
  readonly excused: Map<string, number>
}

const told = new WeakMap<Page, Told>()

const pathOf = (address: string) => address.replace(/^[a-z]+:\/\/[^/]*/, '').replace(/[?#].*$/, '')
const complaint = (message: ConsoleMessage) => `console: ${message.text()} ${message.location().url}`
const REFUSED = 'console: Failed to load resource: '

/** Gathers the errors of the page's console, without those that only say that a request of the test was refused. */
export function gatherErrors(page: Page, complaints: string[]): void {
  const excused = new Map<string, number>()
  told.set(page, { complaints, excused })
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const path = pathOf(message.location().url)
    const left = excused.get(path) ?? 0
    if (left > 0 && complaint(message).startsWith(REFUSED)) excused.set(path, left - 1)
    else complaints.push(complaint(message))
  })
}

/** To be called for each request of a test that was refused: Chromium says so in the console, before or after the answer. */
export function excuseOne(page: Page, path: string): void {
  const known = told.get(page)
  if (!known) return
  const at = known.complaints.findIndex(
    (one) => one.startsWith(REFUSED) && pathOf(one.slice(one.lastIndexOf(' ') + 1)) === pathOf(path)
  )
  if (at >= 0) known.complaints.splice(at, 1)
  else known.excused.set(pathOf(path), (known.excused.get(pathOf(path)) ?? 0) + 1)
}
