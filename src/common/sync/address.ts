/**
 * The address of a service as people type it, as a whole one: without a scheme, this computer is asked by
 * http, every other host by https. What is none comes back as it is, for who reads it to refuse.
 */
export function wholeAddress(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/?#]|$)/i.test(text)
  return `${isHere ? 'http' : 'https'}://${text.replace(/^\/\//, '')}`
}
