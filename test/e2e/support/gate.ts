import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passOn } from './pass-on'

/** Stands before a server of this machine, and lets its files through one by one, as a test says. */
export interface Gate {
  /** What stands for the server. */
  readonly origin: string
  /** How often each file was given, by its content path. */
  readonly given: ReadonlyMap<string, number>
  /** How many wait now. */
  waiting(): number
  /** So many more files pass. */
  allow(count: number): void
  /** Everything passes from now on. */
  open(): void
  /** Files at these paths are refused. */
  refuse(paths: readonly string[]): void
  close(): Promise<void>
}

const FILES = '/source'

export async function openGate(to: string, { isOpen = false } = {}): Promise<Gate> {
  const { hostname, port, host } = new URL(to)
  const given = new Map<string, number>()
  const queue = new Set<() => void>()
  let left = isOpen ? Infinity : 0
  let refused: ReadonlySet<string> = new Set()

  const allow = (count: number) => {
    left += count
    for (const next of queue) {
      if (left <= 0) return
      queue.delete(next)
      left -= 1
      next()
    }
  }
  const server = createServer((incoming, answer) => {
    const { method = 'GET', url = '/' } = incoming
    const path = decodeURIComponent(url.split('?')[0] ?? '').slice(FILES.length)
    const isFile = method === 'GET' && url.startsWith(`${FILES}/`)
    if (refused.has(path) && url.startsWith(`${FILES}/`)) {
      incoming.resume()
      answer.writeHead(403, { 'Content-Length': '0' }).end()
      return
    }
    const go = () => {
      if (isFile) given.set(path, (given.get(path) ?? 0) + 1)
      passOn(incoming, answer, { hostname, port, host })
    }
    if (!isFile) return go()
    queue.add(go)
    answer.once('close', () => queue.delete(go))
    allow(0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // a listener on a port has an address of this shape
  const address = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${address.port}`,
    given,
    waiting: () => queue.size,
    allow,
    open: () => allow(Infinity),
    refuse(paths) {
      refused = new Set(paths)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
