import { candidatesOf } from '../publishing/site-addresses'

/** A stretch of a value that is an address. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The addresses of a `srcset`. */
export function inSrcset(value: string): Stretch[] {
  const found: Stretch[] = []
  let at = 0
  for (const { address } of candidatesOf(value)) {
    const from = address === '' ? -1 : value.indexOf(address, at)
    if (from < 0) continue
    at = from + address.length
    found.push({ from, to: at })
  }
  return found
}

/** The address of a `meta` element that sends readers on: `5; url=/docs`. */
export function inRefresh(value: string): Stretch[] {
  const match = /^\s*[\d.]+\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)"?|'([^']*)'?|(\S.*?))\s*$/is.exec(value)
  const address = match?.[1] ?? match?.[2] ?? match?.[3]
  if (!address) return []
  const from = value.lastIndexOf(address)
  return [{ from, to: from + address.length }]
}

/** What `url()` and `@import` of a style name. One that has escapes of its own is left out. */
export function inStyle(css: string): Stretch[] {
  const plain = css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => ' '.repeat(comment.length))
  return [...plain.matchAll(named)].flatMap((match) => {
    const address = match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5]
    if (!address || address.includes('\\')) return []
    const from = match.index + match[0].lastIndexOf(address)
    return [{ from, to: from + address.length }]
  })
}

const named =
  /\burl\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]+))\s*\)|@import\s+(?:"([^"\n]*)"|'([^'\n]*)')/gi

/** A text that is nothing but an address from the root, or a whole one; the root alone is no words. */
export function isAddressText(text: string): boolean {
  const trimmed = text.trim()
  return (
    trimmed.length < LONGEST &&
    (/^\/{1,2}[^\s/\\]\S*$/.test(trimmed) || /^https?:\/\/[^\s/]\S*$/i.test(trimmed))
  )
}

/** What is longer is no address that anybody wrote. */
export const LONGEST = 8192
