import { useEffect } from 'react'
import {
  contentPath,
  contentPathFromUrl,
  pathToUrl,
  segmentsOf,
  type ContentPath
} from '../../../common/content/paths'
import { ownBase } from '../api'
import { notifyFailure } from './toast'
import { desktop } from './bridge'
import { toolNamed } from './contributions'
import {
  activeTab,
  openDocument,
  openTool,
  subscribeWorkbench,
  updateWorkbench,
  workbench
} from './workbench'

const EDIT = '#/edit/'
/** The form editor's address in `editor.path` entries; a document follows it without `.html`. */
const FORM = '#/form/'

/** The address at which a document is edited: what the service answers as `editUrl` (S1). */
export function editAddress(path: ContentPath): string {
  return `${ownBase()}/#/edit${pathToUrl(path)}`
}

/**
 * The document that an address names (`#/edit/{org}/{site}/{path}`); null for every other address.
 * @param address a whole address, or its part from `#`
 * @throws GalleyError `bad-path` when it names one that cannot exist (N5)
 */
export function addressedDocument(address: string): ContentPath | null {
  for (const route of [EDIT, FORM]) {
    const at = address.indexOf(route)
    if (at < 0) continue
    const named = contentPathFromUrl(address.slice(at + route.length - 1))
    const path = route === FORM && !/\.html$/i.test(named) ? contentPath(`${named}.html`) : named
    return segmentsOf(path).length > 2 ? path : null
  }
  return null
}

/**
 * The tool that an address names (`#/{tool}/{org}[/{site}[/{path}]]`); null for every other address.
 * @param hash from `#`
 * @throws GalleyError `bad-path` when it names a path that cannot exist (N5)
 */
function addressedTool(hash: string): { readonly tool: string; readonly path: ContentPath } | null {
  const [, name = '', rest = ''] = /^#\/([a-z-]+)(\/.+)$/.exec(hash) ?? []
  return toolNamed(name) ? { tool: name, path: contentPathFromUrl(rest) } : null
}

/** Opens a document, in whatever site it lies. */
export function goTo(path: ContentPath): void {
  turnToSiteOf(path)
  openDocument(path)
}

/** The sidebar shows the site that this lies in. */
export function turnToSiteOf(path: ContentPath): void {
  const [org, name] = segmentsOf(path)
  if (org === undefined || name === undefined) return
  const site = contentPath(`/${org}/${name}`)
  updateWorkbench((state) => (state.site === site ? state : { ...state, site }))
}

/**
 * Opens what the address says, at the start and whenever it changes; in a browser the address follows the
 * shown document.
 */
export function useAddress(): void {
  useEffect(() => {
    const open = () => {
      try {
        const named = addressedTool(location.hash)
        if (named) {
          turnToSiteOf(named.path)
          openTool(named.tool, named.path)
          return
        }
        const path = addressedDocument(location.hash)
        if (path && path !== activeTab(workbench())?.path) goTo(path)
      } catch (error) {
        notifyFailure('This address names no document', error instanceof Error ? error.message : '')
      }
    }
    open()
    window.addEventListener('hashchange', open)
    const stop = desktop() ? () => {} : subscribeWorkbench(follow)
    return () => {
      window.removeEventListener('hashchange', open)
      stop()
    }
  }, [])
}

function follow(): void {
  const shown = activeTab(workbench())
  const route = shown?.kind === 'tool' ? shown.tool : 'edit'
  const hash = shown ? `#/${route}${pathToUrl(shown.path)}` : ''
  if (location.hash !== hash) history.replaceState(null, '', hash === '' ? location.pathname : hash)
}
