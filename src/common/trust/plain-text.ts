import { codePoint } from '../content/visible-text'

/** Controls, what turns the direction of writing, and what is not seen at all. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu

const MOST = 300

/**
 * A stranger's text as it can be shown or printed: one line, not endless, nothing hidden in it and nothing
 * that turns its direction.
 */
export function plainText(text: string, most = MOST): string {
  const shown = [...text.slice(0, 2 * most)].slice(0, most).join('')
  const visible = shown.replace(HIDDEN, (sign) => `<${codePoint(sign)}>`)
  return shown.length < text.length ? `${visible}…` : visible
}

/**
 * Where an address leads: scheme, host and path, as they are asked for. Names in other scripts are in their
 * ASCII form (RFC 5891).
 */
export function addressShown(text: string): string {
  const url = urlOf(text)
  return url
    ? plainText(`${url.protocol}//${url.host}${url.pathname.replace(/(?<!\/)\/+$/, '')}`)
    : plainText(text)
}

/** The host of an address, with its port, in its ASCII form. */
export function hostShown(text: string): string {
  return plainText(urlOf(text)?.host ?? text)
}

function urlOf(text: string): URL | null {
  try {
    const url = new URL(text)
    return url.host === '' ? null : url
  } catch {
    return null
  }
}
