import { pageKey } from '../../common/api/page-key'
import { uiHeaders } from '../../common/api/security'
import { GalleyError } from '../../common/errors'
import { errorAnswer } from '../http/errors'
import type { LinkOutcome } from '../callers/sessions/links'
import { signInScript } from './sign-in-script'

/** A plain page for people who come without a session. */
export function signInPage(): Response {
  return page(
    401,
    'Sign in with a link',
    `<p>Galley runs here. For the interface, open the link that <code>galley serve</code> printed, or one that somebody made for you.</p>${ask}`
  )
}

/**
 * What is said of a link that opens nothing (any more).
 * @param basePath where the interface is, for a browser that is signed in all the same
 */
export function linkOverPage(state: LinkOutcome['state'], basePath: string | null = null): Response {
  if (basePath !== null) return page(200, 'You are signed in already', openAt(basePath))
  const [title, text] = sentences[state]
  return page(state === 'good' ? 200 : 401, title, `<p>${text}</p>${state === 'good' ? '' : ask}`)
}

const sentences: Readonly<Record<LinkOutcome['state'], readonly [string, string]>> = {
  good: ['This link signs you in', 'Open it in a browser.'],
  used: [
    'This link was used already',
    'Each link signs one browser in, once. If that was not you, tell whoever gave it to you: they can end that session.'
  ],
  'too-old': ['This link is too old', 'Links are good for 15 minutes.'],
  unknown: [
    'This link opens nothing',
    'It is not whole, it was taken back, or it belongs to another service. Check that all of it was copied.'
  ]
}

const ask = `<p>A new one: whoever runs Galley makes it in the settings, or with</p>
<pre tabindex="0" role="region" aria-label="Command"><code>galley link --data &lt;folder&gt; --email &lt;address&gt;</code></pre>`

const openAt = (basePath: string) => `<p><a class="button" href="${basePath}/" autofocus>Open Galley</a></p>`

/**
 * Goes on to the interface, once the page's key is kept. A page rather than a redirect: it takes the link's
 * place in the history all the same, and what follows is asked by our own origin, so the Strict cookie
 * travels even when the link was opened from another site's page.
 */
export function signedInPage(
  secrets: { readonly cookie: string; readonly pageKey: string },
  basePath: string
): Response {
  const head = `<meta name="${pageKey.meta}" content="${secrets.pageKey}"><script src="${basePath}${signInScript.path}" defer></script>`
  const answer = page(200, 'Opening Galley…', openAt(basePath), head)
  answer.headers.set('Set-Cookie', secrets.cookie)
  return answer
}

export function noInterfacePage(): Response {
  return page(
    200,
    'Galley runs',
    '<p>The service is ready. This installation comes without the browser interface.</p>'
  )
}

/** Nothing at this address: a page for who asks for one, else the answer of X1. */
export function notFound(request: Request, basePath: string): Response {
  if (request.headers.get('Accept')?.includes('text/html'))
    return page(404, 'Nothing here', `<p>There is nothing at this address.</p>${openAt(basePath)}`)
  const problem = new GalleyError('not-found', 'There is nothing at this address. /openapi.html lists them.')
  return errorAnswer(problem, uiHeaders)
}

function page(status: number, title: string, body: string, head = ''): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">${head}<title>${title} · Galley</title><style>
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif; --ink: #1d2126; --ground: #fbfbfa; --box: #f0f0ee; --line: #d5d6d2; --act: #175cd3 }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e8ea; --ground: #17191c; --box: #22252a; --line: #3a3e45; --act: #84adff } }
body { margin: 0; background: var(--ground); color: var(--ink) }
main { max-width: 34em; margin: 18vh auto 0; padding: 0 24px 48px }
h1 { font-size: 20px; margin: 0 0 8px }
p { margin: 0 0 12px }
a { color: var(--act) }
code { font: 13px/1.5 ui-monospace, monospace }
pre { margin: 0; padding: 10px 12px; overflow: auto; background: var(--box); border: 1px solid var(--line); border-radius: 6px }
:focus-visible { outline: 2px solid var(--act); outline-offset: 2px }
</style></head><body><main><h1>${title}</h1>${body}</main></body></html>
`
  return new Response(html, {
    status,
    headers: { ...uiHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  })
}
