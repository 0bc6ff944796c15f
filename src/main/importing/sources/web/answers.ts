import { isMedia } from '../../../../common/importing/kinds'
import type { ImportItem, Obstacle } from '../../../../common/importing/shapes'
import { mayLead } from '../../../outgoing'
import type { Look } from '../../source'
import { WebFailure } from '../../web-failure'
import type { WebAnswer } from './fetcher'

/** An address that leads to another one. */
export class Redirected extends WebFailure {
  readonly answer: WebAnswer
  constructor(answer: WebAnswer) {
    super('redirect', `The address leads to ${answer.redirect ?? 'another one'}.`)
    this.answer = answer
  }
}

/** @throws Redirected */
export function refuseRedirect(answer: WebAnswer): void {
  if (answer.redirect !== null) throw new Redirected(answer)
}

/** Why something cannot be taken. */
export const no = (why: Obstacle, detail: string): Look => ({ kind: 'no', why, detail })

/** What a first look tells of an address that leads on. */
export function redirected({ redirect, url }: WebAnswer, item: ImportItem): Look {
  const to = redirect ?? ''
  if (isMedia(item.kind) && !leadsOn(url, to))
    return no(
      'host',
      `This leads to ${originOf(to)}, inside this machine or its network. It is not taken from there.`
    )
  if (isMedia(item.kind))
    return {
      kind: 'no',
      why: 'host',
      detail: `This leads to another host, ${originOf(to)}. Allow it to take the file from there.`,
      redirect: to
    }
  return {
    kind: 'no',
    why: 'redirect',
    detail: `This only leads to ${to}. Redirects of documents are not imported; they are kept in the site’s redirects sheet.`,
    redirect: to
  }
}

/** Only what the web can have is offered to the person. */
function leadsOn(from: string, to: string): boolean {
  try {
    return mayLead(new URL(from), new URL(to))
  } catch {
    return false
  }
}

export function originOf(address: string): string {
  try {
    return new URL(address).origin
  } catch {
    return ''
  }
}

/** The media type, in lower case; empty when the answer tells none. */
export const typeOf = ({ headers }: WebAnswer) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''

/** A charset that a decoder knows. */
export function charsetOf({ headers }: WebAnswer): string {
  const name = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  try {
    new TextDecoder(name)
    return name
  } catch {
    return 'utf-8'
  }
}

/** Galley’s own ETags are the hash of the content. */
export const hashIn = (etag: string | undefined): string | null =>
  /^"([0-9a-f]{64})"$/.exec(etag ?? '')?.[1] ?? null
