import { uiHeaders } from '../../common/api/security'
import { pageKey } from '../../common/api/page-key'

/**
 * The one script of the sign-in page. It keeps the page's key where only pages of this origin (scheme, host
 * and port) find it, and goes on. A file of its own, because the policy allows no script inside a page.
 */
export const signInScript = {
  path: '/sign-in.js',
  answer: (basePath: string) =>
    new Response(textAt(basePath), {
      headers: {
        ...uiHeaders,
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-store'
      }
    })
}

const textAt = (
  basePath: string
) => `const key = document.querySelector('meta[name="${pageKey.meta}"]')?.content
if (key) localStorage.setItem('${pageKey.storage}${basePath}', key)
location.replace('${basePath}/')
`
