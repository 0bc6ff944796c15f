import { escapeHtml } from '../../common/publishing/html-edits'
import { style } from '../../common/publishing/page'
import type { Look, SiteMessage } from '../../common/site-code'

/**
 * A page as its site makes it look: what readers get, with the head that lies in the site's code, without
 * Galley's plain style, and with what tells the window around it where the reader is.
 */
export function framedPage(html: string, { head, look }: { head: string | null; look: Look }): string {
  const plain = `<style>${style}</style>`
  const [before, after] = cut(html.replace(plain, ''), '</head>')
  const own = head !== null && !/<script\b[^>]*\bsrc=|<link\b[^>]*\bstylesheet\b/i.test(before) ? head : ''
  return `${before}${own}<script>(${companion.toString()})(${JSON.stringify(look !== 'draft')})</script>${after}`
}

/** Where a redirect leads, for a frame that follows none by itself. */
export const leadingTo = (path: string): string =>
  `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${escapeHtml(path)}"><title>…</title>`

/** A page of words alone. */
export const wordsPage = (words: string): string =>
  `<!DOCTYPE html><meta charset="utf-8"><title>${escapeHtml(words)}</title><style>${style}</style><p>${escapeHtml(words)}</p>`

function cut(text: string, before: string): readonly [string, string] {
  const at = text.search(new RegExp(before, 'i'))
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at)]
}

/**
 * Runs in the page, before its own scripts; must not use anything from outside. Tells the window where the
 * page is scrolled to, and scrolls there again when the page is drawn anew; what leads out of the site is
 * told instead of followed.
 */
function companion(mayGo: boolean): void {
  const path = location.pathname + location.search
  const notify = (message: SiteMessage) => window.parent.postMessage({ galleySite: message }, '*')
  let wanted = 0
  try {
    const kept: unknown = JSON.parse(window.name)
    if (typeof kept === 'object' && kept !== null && 'path' in kept && 'y' in kept)
      wanted = kept.path === location.pathname && typeof kept.y === 'number' ? kept.y : 0
  } catch {
    // drawn for the first time
  }
  const settle = (until: number) => {
    if (wanted <= 0 || Date.now() > until) return
    window.scrollTo(0, wanted)
    if (Math.abs(window.scrollY - wanted) > 1) requestAnimationFrame(() => settle(until))
    else setTimeout(settle, 100, until)
  }
  for (const kind of ['wheel', 'pointerdown', 'keydown', 'touchstart'])
    addEventListener(kind, () => (wanted = 0), { passive: true, capture: true })
  addEventListener('DOMContentLoaded', () => {
    notify({ kind: 'at', path })
    // counted from here: the site's scripts may have been long on their way
    settle(Date.now() + 3000)
  })
  let waits = false
  addEventListener(
    'scroll',
    () => {
      if (waits) return
      waits = true
      setTimeout(() => {
        waits = false
        notify({ kind: 'scroll', path: location.pathname, y: window.scrollY })
      }, 100)
    },
    { passive: true }
  )
  addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
      if (!(link instanceof HTMLAnchorElement) || link.href === '') return
      const isWithin = link.origin === location.origin && link.protocol === location.protocol
      const isHere = isWithin && link.pathname === location.pathname && link.hash !== ''
      if (isHere || (isWithin && mayGo && link.target !== '_blank')) return
      event.preventDefault()
      if (isWithin && mayGo) location.assign(link.href)
      else if (!isWithin) notify({ kind: 'leave', address: link.href })
    },
    { capture: false }
  )
}
