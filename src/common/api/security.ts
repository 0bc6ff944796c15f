import { SITE_SCHEME } from '../site-code'

/**
 * The policy of every page of the user interface, in the app and in the browser: scripts, styles, fonts and
 * connections only from its own origin, no plug-ins, no forms; no frames of others but sites with their own
 * code. Document HTML is shown in sandboxed `srcdoc` frames, which inherit it.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  // sites with their own code, in the app (E23)
  `frame-src 'self' blob: ${SITE_SCHEME}:`,
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

/** Headers of every page and file of the user interface. */
export const uiHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin'
}

/**
 * Policy of content that people uploaded: opened by itself in a browser, it can run nothing in our origin.
 */
export const contentPolicy = 'sandbox'
