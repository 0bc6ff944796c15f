/**
 * What some browsers lack, made from what all have: Safari has no moments of rest, and what came without TLS
 * from another machine has neither random ids nor the clipboard. Galley's own window has all of it.
 */
export function fillIn(): void {
  if (typeof window.requestIdleCallback !== 'function') {
    window.requestIdleCallback = (work) => {
      return window.setTimeout(() => {
        const until = performance.now() + REST
        work({ didTimeout: false, timeRemaining: () => Math.max(0, until - performance.now()) })
      }, 1)
    }
    window.cancelIdleCallback = (handle) => window.clearTimeout(handle)
  }
  if (typeof window.crypto.randomUUID !== 'function') window.crypto.randomUUID = randomId
  if (!('clipboard' in window.navigator))
    Object.defineProperty(window.navigator, 'clipboard', {
      configurable: true,
      value: { writeText: copied, readText: refused }
    })
}

/** What a moment of rest has at most by the standard. Milliseconds. */
const REST = 50

const refused = () =>
  Promise.reject(new DOMException('The page may not use the clipboard by itself.', 'NotAllowedError'))

/** As a person copies it: from a field. */
function copied(text: string): Promise<void> {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied ? Promise.resolve() : refused()
}

/** RFC 9562, version 4. */
function randomId(): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, at) =>
    (at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0')
  )
  const part = (from: number, to: number) => hex.slice(from, to).join('')
  return `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}-${part(8, 10)}-${part(10, 16)}`
}
