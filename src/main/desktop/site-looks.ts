import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { contentPath, type ContentPath } from '../../common/content/paths'
import { GalleyError } from '../../common/errors'
import { siteFolder } from '../../common/publishing/addresses'
import {
  codeAddress,
  looks,
  SITE_SCHEME,
  type Look,
  type SiteCode,
  type SiteCodeState
} from '../../common/site-code'
import type { SiteCodeSource } from '../site-code/code-files'
import { folderCode } from '../site-code/folder-code'
import { remoteCode } from '../site-code/remote-code'
import { siteOrigin } from '../site-code/site-origin'
import { folderPath } from './workspace-host'

interface SiteLooksParts {
  /** The open workspace; null while there is none. */
  readonly location: () => string | null
  /** Whether it is trusted (T1). */
  readonly isTrusted: () => boolean
  /** The service's answer to its owner. */
  readonly ask: (request: Request) => Promise<Response>
  readonly stored: () => Readonly<Record<string, SiteCode>>
  readonly store: (all: Readonly<Record<string, SiteCode>>) => void
}

/**
 * Sites shown with their own code (E23). Where the code lies is known to this computer alone, never to a
 * workspace: what comes from elsewhere cannot name a folder here. Each site and look has an origin of its
 * own.
 */
export interface SiteLooks {
  state(site: string): SiteCodeState
  /** @throws GalleyError bad-request, bad-path, not-found */
  set(site: string, code: SiteCode | null): Promise<SiteCodeState>
  /**
   * What is typed in a page while it is shown; null: it is shown no more, and counts as it is stored.
   * @throws GalleyError bad-path
   */
  typed(path: string, html: string | null): void
  answer(request: Request): Promise<Response>
}

/** Texts that are typed and perhaps not saved: of the pages shown last. */
const MOST_TYPED = 8

export function createSiteLooks(parts: SiteLooksParts): SiteLooks {
  const origins = new Map<
    string,
    { readonly location: string; readonly site: ContentPath; readonly look: Look }
  >()
  const sources = new Map<string, SiteCodeSource>()
  const typed = new Map<string, string>()

  const codeOf = (location: string, site: ContentPath) => parts.stored()[keyOf(location, site)] ?? null

  function sourceOf(code: SiteCode): SiteCodeSource {
    const key = JSON.stringify(code)
    const source =
      sources.get(key) ?? (code.kind === 'folder' ? folderCode(code.folder) : remoteCode(code.address))
    sources.set(key, source)
    return source
  }

  function originOf(location: string, site: ContentPath, look: Look): string {
    const host = `s${createHash('sha256').update(`${location}\0${site}\0${look}`).digest('hex').slice(0, 20)}`
    origins.set(host, { location, site, look })
    return `${SITE_SCHEME}://${host}`
  }

  function state(text: string): SiteCodeState {
    const site = siteIn(text)
    const location = parts.location()
    const code = location === null ? null : codeOf(location, site)
    const isHeld = !parts.isTrusted()
    if (location === null || code === null || isHeld) return { code, origins: null, isHeld }
    const [draft, preview, live] = looks.map((look) => originOf(location, site, look))
    return { code, isHeld, origins: { draft: draft ?? '', preview: preview ?? '', live: live ?? '' } }
  }

  return {
    state,
    async set(text, code) {
      const site = siteIn(text)
      const wanted = code && (await checked(code))
      const location = parts.location()
      if (location !== null) {
        const { [keyOf(location, site)]: _before, ...others } = parts.stored()
        parts.store(wanted === null ? others : { ...others, [keyOf(location, site)]: wanted })
      }
      return state(text)
    },
    typed(path, html) {
      const key = keyOf(parts.location() ?? '', contentPath(path))
      typed.delete(key)
      if (html !== null) typed.set(key, html)
      for (const [oldest] of typed) {
        if (typed.size <= MOST_TYPED) break
        typed.delete(oldest)
      }
    },
    async answer(request) {
      const asked = origins.get(new URL(request.url).host)
      const code = asked && codeOf(asked.location, asked.site)
      if (!asked || !code || asked.location !== parts.location() || !parts.isTrusted())
        return new Response('This site is not shown any more.', { status: 404 })
      const { site, look } = asked
      return siteOrigin({
        site,
        look,
        code: sourceOf(code),
        typed: (path) => typed.get(keyOf(asked.location, path)) ?? null,
        ask: (path, init) => parts.ask(new Request(`galley://app${path}`, init))
      })(request)
    }
  }
}

const keyOf = (location: string, path: ContentPath): string => `${location}\n${path}`

/** @throws GalleyError bad-path for what is no site */
function siteIn(text: string): ContentPath {
  return siteFolder(contentPath(text))
}

async function checked(code: SiteCode): Promise<SiteCode> {
  if (code.kind === 'address') return { kind: 'address', address: codeAddress(code.address) }
  const folder = folderPath(code.folder)
  const facts = await stat(folder).catch(() => null)
  if (facts?.isDirectory()) return { kind: 'folder', folder }
  throw new GalleyError('not-found', 'There is no such folder.', { where: folder })
}
