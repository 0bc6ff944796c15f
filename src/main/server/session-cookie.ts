/** What a browser's session cookie is called, and what a browser may do with it (A5). */
export interface SessionCookie {
  readonly name: string
  /** The Set-Cookie header that gives it. */
  set(value: string): string
  /** The Set-Cookie header that takes it away. */
  clear(): string
  /**
   * Every value that a Cookie header carries for it: a program on another port of this host can add one of
   * its own.
   */
  valuesIn(header: string | null): string[]
}

/**
 * The session cookie of an origin. Cookies know no ports: over http its name has the port, so that two
 * services of one host keep apart. At the root of an https origin `__Host-` lets no other host and no http
 * page set it; below a base path only `__Secure-` can be had.
 * @param origin scheme, host, port and base path at which browsers know the service
 */
export function sessionCookie(origin: URL): SessionCookie {
  const secure = origin.protocol === 'https:'
  const path = secure ? basePathOf(origin) : '/'
  const name = secure
    ? path === '/'
      ? '__Host-galley_session'
      : '__Secure-galley_session'
    : `galley_session_${origin.port || '80'}`
  const attributes = `; Path=${path}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    name,
    set: (value) => `${name}=${value}${attributes}`,
    clear: () => `${name}=; Max-Age=0${attributes}`,
    valuesIn: (header) =>
      (header ?? '').split(';').flatMap((pair) => {
        const at = pair.indexOf('=')
        return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
      })
  }
}

/** Without a slash at its end; a semicolon would end the attribute. */
function basePathOf({ pathname }: URL): string {
  const path = pathname.replace(/(?<!\/)\/+$/, '').replaceAll(';', '%3B')
  return path === '' ? '/' : path
}
