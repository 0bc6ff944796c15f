import { uiHeaders } from '../../common/api/security'
import { GalleyError } from '../../common/errors'
import { errorAnswer } from '../service/errors'

/** A plain page for people who come without a session. */
export function signInPage(): Response {
  return page(
    401,
    'Open the link from the terminal',
    'Galley runs here. For the interface, open the one-time link that <code>galley serve</code> printed. Each link works once; after that the next one is printed.'
  )
}

/**
 * Goes on to the interface. A page rather than a redirect: it takes the link's place in the history all the same, and what follows
 * is asked by our own origin, so the Strict cookie travels even when the link was opened from another site's page.
 */
export function signedInPage(cookie: string | null): Response {
  const refresh = '<meta http-equiv="refresh" content="0;url=/">'
  const answer = page(200, 'Opening Galley…', '<a href="/">Open Galley</a>', refresh)
  if (cookie !== null) answer.headers.set('Set-Cookie', cookie)
  return answer
}

export function noInterfacePage(): Response {
  return page(
    200,
    'Galley runs',
    'The service is ready. This installation comes without the browser interface.'
  )
}

/** Nothing at this address: a page for who asks for one, else the answer of X1. */
export function notFound(request: Request): Response {
  if (request.headers.get('Accept')?.includes('text/html'))
    return page(404, 'Nothing here', 'There is nothing at this address. <a href="/">Open Galley</a>.')
  const problem = new GalleyError('not-found', 'There is nothing at this address. /openapi.html lists them.')
  return errorAnswer(problem, uiHeaders)
}

function page(status: number, title: string, text: string, head = ''): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${head}<title>${title} · Galley</title><style>
:root { color-scheme: light dark; font: 15px/1.6 system-ui, sans-serif }
body { max-width: 34em; margin: 18vh auto 0; padding: 0 24px }
h1 { font-size: 20px; margin: 0 0 8px }
</style><main><h1>${title}</h1><p>${text}</p></main></html>
`
  return new Response(html, {
    status,
    headers: { ...uiHeaders, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  })
}
