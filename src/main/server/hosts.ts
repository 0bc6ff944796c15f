import { hostname, networkInterfaces } from 'node:os'

/**
 * Every value of the Host header that a listener answers to (A6): the address it listens on, the loopback
 * names, and for a listener on all interfaces the machine's own addresses and name. Lower-case, with port.
 * @param host the address that it listens on
 */
export function allowedHosts(host: string, port: number): ReadonlySet<string> {
  const names = isEverywhere(host)
    ? [...loopbackNames, hostname().toLowerCase(), ...ownAddresses()]
    : isLoopback(host)
      ? [...loopbackNames, host.toLowerCase()]
      : [host.toLowerCase()]
  return new Set(names.flatMap((name) => withPort(inBrackets(name), port)))
}

/** The address to show to people. */
export function originOf(host: string, port: number): string {
  return `http://${inBrackets(isEverywhere(host) ? '127.0.0.1' : host)}:${port}`
}

/** Whether something that listens there is on this machine. */
export function isOwnHost(host: string): boolean {
  const name = host.toLowerCase()
  return (
    isEverywhere(name) ||
    isLoopback(name) ||
    name === hostname().toLowerCase() ||
    ownAddresses().includes(name)
  )
}

const loopbackNames = ['127.0.0.1', 'localhost', '::1']

/** Whether only programs of this machine reach a listener there. */
export const isLoopback = (host: string) =>
  loopbackNames.includes(host.toLowerCase()) || /^127\.\d+\.\d+\.\d+$/.test(host)

const isEverywhere = (host: string) => host === '0.0.0.0' || host === '::'

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address)
  )
}

const inBrackets = (name: string) => (name.includes(':') ? `[${name.toLowerCase()}]` : name)

/** A browser leaves out the scheme's own port. */
const withPort = (name: string, port: number) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])
