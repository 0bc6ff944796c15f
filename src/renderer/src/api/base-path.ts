/**
 * `''`, or the path below which this window's service is reached (OP5): the interface is one page, at its
 * root.
 */
export const basePath = (): string =>
  location.protocol.startsWith('http') ? location.pathname.replace(/\/[^/]*$/, '') : ''

/** An address of the service, relative to its root, as this page asks for it. */
export const served = (address: string): string => (address.startsWith('/') ? basePath() + address : address)

/** What every whole address of this window's service begins with. */
export const ownBase = (): string => `${location.protocol}//${location.host}${basePath()}`
