/** `URL.origin` is opaque for the app's own scheme. */
export function originOf(requestUrl: string): string {
  const { protocol, host } = new URL(requestUrl)
  return `${protocol}//${host}`
}
