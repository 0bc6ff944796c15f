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

/**
 * The addresses of a value of data: all that it says, else the lines that are nothing but one, and where its
 * Markdown links lead.
 */
export function inText(text: string): Stretch[] {
  const from = text.length - text.trimStart().length
  const to = Math.max(from, text.trimEnd().length)
  if (text.slice(from, to) === '/' || isAddressText(text)) return [{ from, to }]
  if (!/\n|\]\(/.test(text)) return []
  return [...text.matchAll(said)].flatMap((match) => {
    const address = match[1] ?? match[2] ?? ''
    const start = match.index + match[0].indexOf(address)
    return isAddressText(address) ? [{ from: start, to: start + address.length }] : []
  })
}

const said = /^[ \t]*((?:\/|https?:)\S+)[ \t]*$|\]\(<?((?:\/|https?:)(?:[^\s()<>]|\([^\s()<>]*\))+)/gim

/** What is longer is no address that anybody wrote. */
export const LONGEST = 8192
