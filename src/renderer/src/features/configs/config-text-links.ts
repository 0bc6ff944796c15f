import { useMonaco } from '@monaco-editor/react'
import type * as Monaco from 'monaco-editor/editor'
import { useEffect, useMemo } from 'react'
import { contentPath, segmentsOf, siteOf, type ContentPath } from '../../../../common/content/paths'
import { readBook } from '../../../../common/formats/sheet'
import { addressAt, placesOf } from '../../documents/links/faults'
import { showAddresses } from '../../documents/links/shown-addresses'
import { LINK_MARKS, rangeOf } from '../../engines/monaco/links/marks'
import { isMac } from '../../workbench/bridge'
import { pathMeant } from '../library'
import { followFromConfig, followFromOrg, GONE } from './config-links'
import { namedIn, useMissingOf } from './missing'
import { placeOfRule, placeWithOrg } from './org-places'

/** The file that the JSON of a config counts as, for addresses in it. */
export const textPath = (path: ContentPath): ContentPath => contentPath(`${path}/config.json`)

/**
 * Addresses in the JSON of a config (LK10): opened by Ctrl+click and F12, and marked where the library of a site, or
 * the permissions and bindings of an organization, name what is not there.
 */
export function useConfigTextLinks(
  path: ContentPath,
  text: string,
  editor: Monaco.editor.IStandaloneCodeEditor | null
): void {
  const monaco = useMonaco()
  const [org = ''] = segmentsOf(path)
  const site = segmentsOf(path).length < 2 ? null : siteOf(path)
  const named = useMemo(() => {
    const reading = readBook(text)
    return 'book' in reading ? namedIn(reading.book, path).join('\n') : ''
  }, [path, text])
  const missing = useMissingOf(path, named)

  useEffect(() => {
    const model = editor?.getModel()
    if (!monaco || !model) return
    const markers = placesOf(textPath(path), text).flatMap(({ value, at }) => {
      const [start, end] = [at?.[0], at?.[value.length]]
      const meant =
        site !== null ? [pathMeant(value, site)] : [placeOfRule(value, org), placeWithOrg(value, org)]
      const isGone = value.startsWith('/') && meant.some((place) => place !== null && missing.has(place))
      if (start === undefined || end === undefined || !isGone) return []
      return [
        {
          severity: monaco.MarkerSeverity.Warning,
          message: `${value.slice(0, 200)}: ${GONE}`,
          ...rangeOf(model, { start, end })
        }
      ]
    })
    monaco.editor.setModelMarkers(model, LINK_MARKS, markers)
  }, [monaco, editor, path, org, site, text, missing])

  useEffect(() => {
    if (!editor) return
    const addressIn = (position: Monaco.IPosition | null) => {
      const model = editor.getModel()
      if (!position || !model) return null
      return addressAt(textPath(path), model.getValue(), model.getOffsetAt(position))?.value ?? null
    }
    const follow = (address: string) =>
      void (site === null ? followFromOrg(address, org) : followFromConfig(address, site))
    const end = showAddresses({ address: () => addressIn(editor.getPosition()), follow })
    const clicks = editor.onMouseUp(({ event, target }) => {
      const isAsked = isMac() ? event.metaKey : event.ctrlKey
      const address = isAsked && !event.altKey && event.leftButton ? addressIn(target.position) : null
      if (address !== null) follow(address)
    })
    return () => {
      clicks.dispose()
      end()
    }
  }, [editor, path, org, site])
}
