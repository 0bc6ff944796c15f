/**
 * The origin that the caller knows this service by: clients believe what tells of it only when it speaks for
 * just that (RFC 9728, 3.3). Behind a gateway that speaks https for us it says so; whoever lies here is told
 * what it said, and nobody else.
 */
export function askedOrigin({ headers }: Pick<Request, 'headers'>, url: URL): string {
  const scheme = headers.get('X-Forwarded-Proto')?.split(',')[0]?.trim().toLowerCase()
  return scheme === 'https' ? `https://${url.host}` : url.origin
}
