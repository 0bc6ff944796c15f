import type { CustomElement } from '../publishing/custom-head'
import { addressed, HREFLANG } from '../publishing/head'
import type { HeadItem, PageHead } from './head-items'
import { quoted, surplus } from './list-difference'
import type { Finding } from './shapes'

/** What stands for the public host of the site that was imported into. */
export const HERE = 'https://here.invalid'

/**
 * What the head of the source says and the imported page's does not (IM8), by name: whatever could not be
 * kept is a finding. What publishing says of every page by itself is no difference.
 */
export function headDifferences(
  source: PageHead,
  target: PageHead,
  there: (address: string) => string,
  here: (address: string) => string
): Finding[] {
  const findings: Finding[] = []
  if (source.title !== '' && source.title !== target.title)
    findings.push({ what: 'title', detail: `“${source.title}” at the source, “${target.title}” here.` })
  if (source.language !== '' && source.language.toLowerCase() !== target.language.toLowerCase())
    findings.push({
      what: 'head',
      detail: `html lang is “${source.language}” at the source, “${target.language}” here.`
    })
  const own = (address: string) =>
    here(address.startsWith(HERE) ? address.slice(HERE.length) || '/' : address)
  const lost = surplus(source.items.map(lineOf(there)), target.items.map(lineOf(own)))
  if (lost.length > 0) findings.push({ what: 'head', detail: `Missing here: ${quoted(lost)}.` })
  const left = surplus(source.others.map(nameOf(there)), target.others.map(nameOf(own)))
  if (left.length > 0)
    findings.push({
      what: 'head',
      detail: `Not kept of the head: ${quoted(left)}. What each page of a site has belongs into its head.html.`
    })
  return findings
}

const lineOf =
  (place: (address: string) => string) =>
  ({ what, key, value }: HeadItem): string =>
    `${what} ${key === 'canonical' || key.startsWith(HREFLANG) || addressed.has(key) ? place(value) : value}`

const nameOf =
  (place: (address: string) => string) =>
  ({ tagName, attributes, text }: CustomElement): string => {
    const said = attributes.map(
      ([name, value]) => ` ${name}="${name === 'href' || name === 'src' ? place(value) : value}"`
    )
    return `<${tagName}${said.join('')}>${text.trim()}`
  }
